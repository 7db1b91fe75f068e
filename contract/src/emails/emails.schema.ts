import { z } from 'zod'
import { instantSchema } from '../shared/fields.ts'
import { type EmailDelivery, type EmailType, emailDeliveries, emailTypes } from './emails.rules.ts'

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as [K, ...K[]]

/** A row of the e-mail log, without the mail's text. */
export const emailLogSchema = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  type: z.enum(keysOf<EmailType>(emailTypes)),
  status: z.enum(['sent', 'failed', 'other']),
  delivery: z.enum(keysOf<EmailDelivery>(emailDeliveries)),
  /** Tries so far. */
  attempts: z.int(),
  /** The mail server's last refusal, or why the mail could not be handed over. */
  errorMessage: z.string().nullable(),
  relatedId: z.string().nullable(),
  /** When the mail server took it, or when it was stored. */
  sentAt: instantSchema.nullable(),
  createdAt: instantSchema,
})

export type EmailLog = z.output<typeof emailLogSchema>

/** A row of the e-mail log with its HTML; null when the content was not kept. */
export const emailLogDetailSchema = emailLogSchema.extend({ htmlContent: z.string().nullable() })
