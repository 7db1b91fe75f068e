import { z } from 'zod'
import {
  changedLine,
  emailSchema,
  instantSchema,
  readVersionSchema,
  requiredLine,
  requiredText,
  versionSchema,
} from '../shared/fields.ts'
import { formMarks, visitorFields } from '../shared/form-fields.ts'
import { contactLimits } from './contacts.rules.ts'

const required = {
  name: requiredLine(contactLimits.name, 'Navn'),
  email: emailSchema,
  subject: requiredLine(contactLimits.subject, 'Emne'),
  message: requiredText(contactLimits.message, 'Melding'),
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

/** What a visitor sends. */
export const contactCreateSchema = z.object({ ...required, ...visitorFields, ...formMarks })

/** What the administrator may change: absent fields stay; `version` guards against overwriting somebody else's change. */
export const contactUpdateSchema = z
  .object({ ...required, company: changedLine(contactLimits.company, 'Bedrift'), version: readVersionSchema })
  .partial()
