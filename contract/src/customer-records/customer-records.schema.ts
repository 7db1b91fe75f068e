import { z } from 'zod'
import { agreementEventSchema, agreementSchema } from '../agreements/agreements.schema.ts'
import { contactSchema } from '../contacts/contacts.schema.ts'
import { contactPersonSchema, customerSchema } from '../customers/customers.schema.ts'
import { emailDeliveries, emailTypes } from '../emails/emails.rules.ts'
import { callOutcomes, writtenEntryKinds } from '../lead-timeline/lead-timeline.rules.ts'
import { leadSchema } from '../leads/leads.schema.ts'
import * as fields from '../shared/fields.ts'
import { registrationStates } from '../webinars/webinars.rules.ts'
import { recordEvents } from './customer-records.rules.ts'

/** Everything about a customer. Of each kind except contact persons, at most `maxRecordRows`, the newest first. */
export const customerRecordSchema = z.object({
  customer: customerSchema,
  /** The user's name at the time, or null if unknown. */
  createdBy: z.string().nullable(),
  persons: z.array(contactPersonSchema),
  /** The customer's agreements, including archived agreements. */
  agreements: z.array(
    agreementSchema.pick({
      id: true,
      reference: true,
      title: true,
      status: true,
      totalAmount: true,
      vatAmount: true,
      validUntil: true,
      sentAt: true,
      respondedAt: true,
      archivedAt: true,
      createdAt: true,
    }),
  ),
  /** Sums of all agreements by status, in øre. */
  sums: z.array(z.object({ status: agreementSchema.shape.status, count: z.int(), net: z.int(), gross: z.int() })),
  events: z.array(
    agreementEventSchema
      .pick({
        id: true,
        actor: true,
        author: true,
        at: true,
        action: true,
        channel: true,
        recipientName: true,
        recipientEmail: true,
      })
      .extend({ agreementId: z.uuid(), kind: z.enum(recordEvents), title: z.string(), reference: z.string() }),
  ),
  /** Enquiries that are linked to the customer, or were sent from an address of the customer or its contact persons. */
  enquiries: z.array(
    contactSchema.pick({
      id: true,
      name: true,
      email: true,
      subject: true,
      message: true,
      state: true,
      createdAt: true,
    }),
  ),
  /** Webinar registrations with an e-mail address of the customer or its contact persons. */
  registrations: z.array(
    z.object({
      id: z.uuid(),
      webinarId: z.uuid(),
      webinar: z.string(),
      date: fields.instantSchema,
      name: z.string(),
      email: z.string(),
      state: z.enum(fields.keysOf(registrationStates)),
      createdAt: fields.instantSchema,
    }),
  ),
  /** Mails to the customer's and its contact persons' addresses. */
  mails: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      type: z.enum(fields.keysOf(emailTypes)),
      delivery: z.enum(fields.keysOf(emailDeliveries)),
      /** The id of the record that caused the mail, such as an enquiry. */
      relatedId: z.string().nullable(),
      createdAt: fields.instantSchema,
    }),
  ),
  /** The leads that became this customer. */
  leads: z.array(
    leadSchema.pick({ id: true, company_name: true, status: true, created_at: true, notes: true, next_step: true }),
  ),
  /** Notes and calls that users wrote about those leads. */
  leadEntries: z.array(
    z.object({
      id: z.int(),
      leadId: z.int(),
      company_name: z.string(),
      kind: z.enum(writtenEntryKinds),
      /** The outcome of a call; null for a note. */
      outcome: z.enum(fields.keysOf(callOutcomes)).nullable(),
      text: z.string().nullable(),
      /** The user's name at the time, or null if unknown. */
      author: z.string().nullable(),
      isEdited: z.boolean(),
      at: fields.instantSchema,
    }),
  ),
})

export type CustomerRecord = z.output<typeof customerRecordSchema>
