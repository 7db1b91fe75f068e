import { z } from 'zod'
import { emailSchema, instantSchema, optionalText, requiredText, versionSchema } from '../shared/fields.ts'
import { contactLimits } from './contacts.rules.ts'

const editable = {
  name: requiredText(contactLimits.name, 'Navn er påkrevd'),
  email: emailSchema,
  company: optionalText(contactLimits.company),
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

/** What a visitor sends. The last three fields come from our own form only. */
export const contactCreateSchema = z.object({
  ...editable,
  website: z.string().max(1000).nullish(),
  elapsedMs: z.number().nonnegative().nullish(),
  language: z.enum(['no', 'en']).nullish().catch(null),
})

/** What the administrator may change; `version` guards against overwriting somebody else's change. */
export const contactUpdateSchema = z.object({ ...editable, version: versionSchema.optional() })
