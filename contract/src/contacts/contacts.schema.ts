import { z } from 'zod'
import { changedText, emailSchema, instantSchema, optionalText, requiredText, versionSchema } from '../shared/fields.ts'
import { contactLimits, holdsWebAddress, submissionIdLimits } from './contacts.rules.ts'

const required = {
  name: requiredText(contactLimits.name, 'Navn er påkrevd'),
  email: emailSchema,
  subject: requiredText(contactLimits.subject, 'Emne er påkrevd'),
  message: requiredText(contactLimits.message, 'Melding er påkrevd'),
}

/** An enquiry as the administrator reads it. */
export const contactSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** Held back by the spam checks: stored, but no mail was sent. */
  suspect: z.boolean(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Contact = z.output<typeof contactSchema>

/** What a visitor sends. Fields from `website` on come from our own form only; a body without them is accepted. */
export const contactCreateSchema = z.object({
  ...required,
  name: required.name.refine((name) => !holdsWebAddress(name), 'Navn kan ikke inneholde en nettadresse'),
  company: optionalText(contactLimits.company),
  website: z.string().max(1000).nullish(),
  elapsedMs: z.number().nonnegative().nullish(),
  language: z.enum(['no', 'en']).nullish().catch(null),
  submissionId: z.string().min(submissionIdLimits.min).max(submissionIdLimits.max).nullish(),
})

/** What the administrator may change: absent fields stay; `version` guards against overwriting somebody else's change. */
export const contactUpdateSchema = z
  .object({ ...required, company: changedText(contactLimits.company), version: versionSchema })
  .partial()
