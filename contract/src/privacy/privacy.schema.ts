import { z } from 'zod'
import { emailSchema, instantSchema, keysOf } from '../shared/fields.ts'
import { erasureFates, personalDataKinds } from './privacy.rules.ts'

const kind = z.enum(keysOf(personalDataKinds))
const fate = z.enum(keysOf(erasureFates))

/** The person's address, sent in the body and never in the URL, to keep it out of logs and browser history. */
export const personSchema = z.object({ email: emailSchema })

const entrySchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  at: instantSchema,
  fate,
  /** The reason why the entry isn't deleted, or a sentence about what is deleted with it; null if neither applies. */
  reason: z.string().nullable(),
})

export type PersonEntry = z.output<typeof entrySchema>

export const personSearchSchema = z.object({
  email: z.string(),
  groups: z.array(z.object({ kind, count: z.int(), entries: z.array(entrySchema) })),
})

export type PersonSearch = z.output<typeof personSearchSchema>

/** Rows with all columns except those that their table declares as withheld. */
const exportedRows = z.array(z.record(z.string(), z.unknown()))

/** All data about a person in full, to hand over to them. */
export const personExportSchema = z.object({
  email: z.string(),
  exportedAt: instantSchema,
  enquiries: exportedRows,
  enquiryReplies: exportedRows,
  enquiryEvents: exportedRows,
  registrations: exportedRows,
  contactPersons: exportedRows,
  customers: exportedRows,
  leads: exportedRows,
  agreements: exportedRows,
  agreementEvents: exportedRows,
  agreementAnswers: exportedRows,
  agreementSendings: exportedRows,
  agreementCodes: exportedRows,
  agreementIdentifications: exportedRows,
  mails: exportedRows,
  /** Rows that were deleted and can still be restored. */
  trash: exportedRows,
  /** Values that an import replaced, kept for as long as it can be undone. */
  formerValues: exportedRows,
  /** The audit events about the rows above, without the employees' names. */
  events: exportedRows,
})

/** The numbers of rows that an erasure deleted or anonymised, and the entries that it kept, each with the reason. */
export const personErasureSchema = z.object({
  email: z.string(),
  erased: z.array(z.object({ kind, deleted: z.int(), anonymised: z.int() })),
  kept: z.array(z.object({ kind, title: z.string(), reason: z.string() })),
})

export type PersonErasure = z.output<typeof personErasureSchema>
