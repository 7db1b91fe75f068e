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

/** An enquiry as returned to the administrator. */
export const contactSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** Flagged by the spam checks: stored, but no mail was sent. */
  suspect: z.boolean(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Contact = z.output<typeof contactSchema>

export const contactCreateSchema = z.object({ ...required, ...visitorFields, ...formMarks })

/** Absent fields keep their value; a stale `version` is a conflict. */
export const contactUpdateSchema = z
  .object({ ...required, company: changedLine(contactLimits.company, 'Bedrift'), version: readVersionSchema })
  .partial()
