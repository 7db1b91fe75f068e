import { z } from 'zod'
import { addressCodeSchema } from '../shared/address-code.ts'
import * as fields from '../shared/fields.ts'
import { cursorSchema, pageSize } from '../shared/paging.ts'
import { isBetweenYears } from '../shared/time.ts'
import * as rules from './emails.rules.ts'

/** Log filters; empty filters are ignored. */
export const emailLogFilterQuery = z.object({
  /** Searches addresses, subject and error, case-insensitively. */
  q: z.string().trim().max(rules.emailLimits.search, fields.tooLong(rules.emailLimits.search)).optional(),
  type: z
    .enum(['', ...fields.keysOf(rules.emailTypes)], 'Ukjent type')
    .optional()
    .transform((type) => type || undefined),
  delivery: z
    .enum(['', ...fields.keysOf(rules.emailDeliveries)], 'Ukjent status')
    .optional()
    .transform((delivery) => delivery || undefined),
})

export type EmailLogFilter = z.output<typeof emailLogFilterQuery>

/** A page of the log, starting after the row of `cursor`; rows of the same time are ordered by id. */
export const emailLogQuery = emailLogFilterQuery.extend({
  sort: z.enum(['createdAt:desc', 'createdAt:asc'], 'Ugyldig sortering').default('createdAt:desc'),
  cursor: cursorSchema.optional(),
  size: pageSize(rules.emailLogPageSize).default(rules.emailLogPageSize),
})

export const emailLogSummarySchema = z.object({
  total: z.int(),
  /** The number of mails in the whole log by delivery state. */
  deliveries: z.record(z.enum(fields.keysOf(rules.emailDeliveries)), z.int()),
  /** The number of mails that match the filter; with a search or type, 10 001 means "more than 10 000". */
  found: z.int(),
})

export type EmailLogSummary = z.output<typeof emailLogSummarySchema>

export const emailLogSchema = z.object({
  id: z.string(),
  to: z.string(),
  /** Addresses to which a copy was sent. */
  cc: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  type: z.enum(fields.keysOf(rules.emailTypes)),
  status: z.enum(['sent', 'failed', 'other']),
  delivery: z.enum(fields.keysOf(rules.emailDeliveries)),
  attempts: z.int(),
  /** The reason why the last attempt failed: the mail server's rejection, or a connection error. */
  errorMessage: z.string().nullable(),
  relatedId: z.string().nullable(),
  resendOf: z.string().nullable(),
  /** False if the mail's text was removed or never kept. */
  hasContent: z.boolean(),
  /** The time when the mail server accepted the mail, or when the mail was stored as a file. */
  sentAt: fields.instantSchema.nullable(),
  createdAt: fields.instantSchema,
})

export type EmailLog = z.output<typeof emailLogSchema>

/** One delivery attempt: its time, its outcome, and the mail server's response or the connection error. */
export const emailTrySchema = z.object({
  at: fields.instantSchema,
  outcome: z.enum(['sent', 'stored', 'retrying', 'failed']),
  answer: z.string().nullable(),
})

export type EmailTry = z.output<typeof emailTrySchema>

/** A row of the e-mail log with its HTML (null if not kept) and its delivery attempts, oldest first. */
export const emailLogDetailSchema = emailLogSchema.extend({
  htmlContent: z.string().nullable(),
  tries: z.array(emailTrySchema),
})

const logMoment = fields.instantSchema.refine(
  (moment) => isBetweenYears(moment, 1900, 2200),
  'Tidspunktet kan ikke brukes',
)

export const failedEmailsQuerySchema = z.object({ since: logMoment })

/** Counts of failed mails that were queued from `since` to `until`, the time of the count. */
export const failedEmailsSchema = z.object({
  since: fields.instantSchema,
  until: fields.instantSchema,
  /** The number of failed mails that can be resent and haven't been. */
  mails: z.int(),
  /** The number of failed mails that can't be resent, since their content was removed. */
  withoutContent: z.int(),
})

export type FailedEmails = z.output<typeof failedEmailsSchema>

export const resendFailedSchema = z.object({ since: logMoment, until: logMoment })

/** The number of failed mails that were queued again, and the number that remain for another call. */
export const resendFailedResultSchema = z.object({ queued: z.int(), remaining: z.int(), withoutContent: z.int() })

const templateType = z.enum(fields.keysOf(rules.templateTypes))
const templateLanguage = z.enum(fields.keysOf(rules.templateLanguages), 'Språk må være no eller en')

const taggedLine = (label: string) =>
  fields.requiredLine(rules.emailLimits.subject, label).superRefine((text, context) => {
    const message = rules.templateProblem(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

export const emailTemplateSchema = z.object({
  id: z.uuid(),
  type: templateType,
  /** The language of the site's forms whose mails use the template. */
  language: templateLanguage,
  subject: z.string(),
  /** HTML, or plain text with significant line breaks. */
  content: z.string(),
  /** True if mails use this template: at most one per type and language. */
  isActive: z.boolean(),
  ...fields.rowStamps,
})

export type EmailTemplate = z.output<typeof emailTemplateSchema>

const templateFields = {
  type: templateType,
  subject: fields.requiredLine(rules.emailLimits.subject, 'Emne'),
  content: fields.requiredText(rules.emailLimits.content, 'Innhold'),
}

/** A new template; its tags must be known. */
export const emailTemplateCreateSchema = z
  .object({
    ...templateFields,
    language: templateLanguage.default('no'),
    isActive: fields.flag(true),
  })
  .superRefine(({ subject, content }, context) => {
    for (const [field, text] of Object.entries({ subject, content })) {
      const message = rules.templateProblem(text)
      if (message) context.addIssue({ code: 'custom', path: [field], message })
    }
  })

/** Absent fields keep their value. */
export const emailTemplateUpdateSchema = z
  .object({
    ...templateFields,
    language: templateLanguage,
    isActive: fields.changedFlag,
    version: fields.readVersionSchema,
  })
  .partial()

/** A template that may be incomplete: invalid tags are shown unchanged in the preview. */
export const emailTemplatePreviewSchema = z.object({
  type: templateType,
  language: templateLanguage.default('no'),
  subject: z.string().max(rules.emailLimits.subject).default(''),
  // Twice the limit, since a form sends each line break as two characters.
  content: z
    .string()
    .max(2 * rules.emailLimits.content)
    .default(''),
})

/** The sender, and the subjects of mails without a template. `id` and the times are null if the settings were never saved. */
export const emailSettingsSchema = z.object({
  id: z.uuid().nullable(),
  contactSubject: z.string(),
  webinarSubject: z.string(),
  fromEmail: z.string(),
  fromName: z.string(),
  /** While a changed `fromEmail` awaits the code that was mailed to it, the address that still gets the company's notices; else null. */
  noticesTo: z.string().nullable(),
  version: fields.versionSchema,
  createdAt: fields.instantSchema.nullable(),
  updatedAt: fields.instantSchema.nullable(),
})

export type EmailSettings = z.output<typeof emailSettingsSchema>

const settingsFields = {
  contactSubject: taggedLine('Emne for kontaktskjema'),
  webinarSubject: taggedLine('Emne for webinar'),
  fromEmail: fields.emailSchema,
  fromName: fields.requiredLine(rules.emailLimits.fromName, 'Avsendernavn'),
}

/** Absent fields keep their value. */
export const emailSettingsUpdateSchema = z
  .object({ ...settingsFields, version: fields.readVersionSchema, code: addressCodeSchema })
  .partial()

/** A test mail with unsaved settings. Absent settings default to the stored values. */
export const testEmailSchema = z.object({ to: fields.emailSchema, ...z.object(settingsFields).partial().shape })

/** The result of a test mail, with the mail server's response; `stored` if no mail server is configured. */
export const testEmailResultSchema = z.object({
  id: z.string(),
  delivery: z.enum(['sent', 'stored']),
  answer: z.string().nullable(),
})

export type TestEmailResult = z.output<typeof testEmailResultSchema>
