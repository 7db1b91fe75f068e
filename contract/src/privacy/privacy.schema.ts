import { z } from 'zod'
import { emailSchema, instantSchema } from '../shared/fields.ts'
import { type ErasureFate, erasureFates, type PersonalDataKind, personalDataKinds } from './privacy.rules.ts'

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as [K, ...K[]]

const kind = z.enum(keysOf<PersonalDataKind>(personalDataKinds))
const fate = z.enum(keysOf<ErasureFate>(erasureFates))

/** Whom a call is about; in the body and never in an address, so that it stands in no log and no history. */
export const personSchema = z.object({ email: emailSchema })

const entrySchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  at: instantSchema,
  fate,
  /** Why it is not simply deleted; null when it is. */
  reason: z.string().nullable(),
})

export type PersonEntry = z.output<typeof entrySchema>

/** Everything that is known about a person, as a list to read. */
export const personSearchSchema = z.object({
  email: z.string(),
  groups: z.array(z.object({ kind, count: z.int(), entries: z.array(entrySchema) })),
})

export type PersonSearch = z.output<typeof personSearchSchema>

/** The columns are chosen by the queries, one by one; no secret is among them. */
const exportedRows = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))

/** The same in full, to hand over to the person. */
export const personExportSchema = z.object({
  email: z.string(),
  exportedAt: instantSchema,
  enquiries: exportedRows,
  registrations: exportedRows,
  contactPersons: exportedRows,
  customers: exportedRows,
  leads: exportedRows,
  agreements: exportedRows,
  agreementEvents: exportedRows,
  agreementAnswers: exportedRows,
  mails: exportedRows,
})

/** What an erasure has done, and what it has left and why. */
export const personErasureSchema = z.object({
  email: z.string(),
  erased: z.array(z.object({ kind, deleted: z.int(), anonymised: z.int() })),
  kept: z.array(z.object({ kind, title: z.string(), reason: z.string() })),
})

export type PersonErasure = z.output<typeof personErasureSchema>
