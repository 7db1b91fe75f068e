import { z } from 'zod'
import { emailDeliveries } from '../emails/emails.rules.ts'
import { leadStatuses } from '../leads/leads.rules.ts'
import {
  changedLine,
  emailSchema,
  instantSchema,
  keysOf,
  positiveInt,
  readVersionSchema,
  requiredLine,
  requiredText,
  versionSchema,
} from '../shared/fields.ts'
import { formMarks, visitorFields } from '../shared/form-fields.ts'
import { contactEvents, contactLimits, contactStates, maxContactsAtOnce } from './contacts.rules.ts'

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
  /** The language of the page that it came from. */
  language: z.enum(['no', 'en']),
  state: z.enum(keysOf(contactStates)),
  /** Flagged by the spam checks and not approved: stored, but no mail was sent. */
  suspect: z.boolean(),
  version: versionSchema,
  createdAt: instantSchema,
})

export type Contact = z.output<typeof contactSchema>

const relatedSchema = z.object({ id: z.int(), name: z.string() })

/** An entry of an enquiry's timeline. */
export const contactEventSchema = z.object({
  id: z.string(),
  kind: z.enum(keysOf(contactEvents)),
  at: instantSchema,
  /** Who did it in the office; null for everything else. */
  actor: z.string().nullable(),
  /** The subject and text of a reply. */
  subject: z.string().nullable(),
  text: z.string().nullable(),
  /** The mail of the entry, or its last resend; null without one, or when it was erased from the log. */
  mail: z
    .object({
      id: z.string(),
      to: z.string(),
      delivery: z.enum(keysOf(emailDeliveries)),
      errorMessage: z.string().nullable(),
      sentAt: instantSchema.nullable(),
    })
    .nullable(),
})

export type ContactTimelineEntry = z.output<typeof contactEventSchema>

/** An enquiry with what it led to, and its timeline, newest first. */
export const contactRecordSchema = contactSchema.extend({
  customer: relatedSchema.nullable(),
  lead: relatedSchema.nullable(),
  timeline: z.array(contactEventSchema),
})

export type ContactRecord = z.output<typeof contactRecordSchema>

export const contactCountsSchema = z.object({ new: z.int() })

/** Marks enquiries as new or handled. */
export const contactStatesSchema = z.object({
  ids: z
    .array(z.uuid('Ugyldig id'))
    .min(1, 'Velg minst én henvendelse')
    .max(maxContactsAtOnce, `Høyst ${maxContactsAtOnce} henvendelser om gangen`),
  state: z.enum(['new', 'handled'], 'Ukjent status'),
})

/** The enquiries that now have the state; suspect and deleted ones are left out. */
export const contactStatesAnswerSchema = z.object({ ids: z.array(z.uuid()) })

export const contactReplySchema = z.object({
  /** Made by the client: a repeated call with the same id sends nothing more. */
  id: z.uuid('Ugyldig id').optional(),
  subject: requiredLine(contactLimits.subject, 'Emne'),
  text: requiredText(contactLimits.message, 'Svar'),
})

const same = z.array(z.enum(['email', 'company']))

/** Customers and leads with the enquiry's e-mail address, or named like its company. */
export const contactMatchesSchema = z.object({
  customers: z.array(relatedSchema.extend({ email: z.string(), organizationNumber: z.string().nullable(), same })),
  leads: z.array(relatedSchema.extend({ email: z.string().nullable(), status: z.enum(leadStatuses), same })),
})

export type ContactMatches = z.output<typeof contactMatchesSchema>

/** An existing customer to link; null makes a new one, absent does so unless there are matches. */
export const contactCustomerSchema = z.object({ customerId: positiveInt('Ugyldig kunde').nullish() })

/** The same for leads. */
export const contactLeadSchema = z.object({ leadId: positiveInt('Ugyldig lead').nullish() })

/** An enquiry as the record of its lead shows it to sales users, who don't see enquiries. */
export const originEnquirySchema = contactSchema.pick({
  id: true,
  name: true,
  subject: true,
  message: true,
  state: true,
  createdAt: true,
})

export const contactCreateSchema = z.object({ ...required, ...visitorFields, ...formMarks })

/** Absent fields keep their value; a stale `version` is a conflict. */
export const contactUpdateSchema = z
  .object({ ...required, company: changedLine(contactLimits.company, 'Bedrift'), version: readVersionSchema })
  .partial()
