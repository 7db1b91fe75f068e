import { z } from 'zod'
import {
  emailSchema,
  instantSchema,
  readVersionSchema,
  requiredLine,
  requiredText,
  tooLong,
  versionSchema,
} from '../shared/fields.ts'
import { cursorSchema } from '../shared/paging.ts'
import { isBetweenYears } from '../shared/time.ts'
import {
  type EmailDelivery,
  type EmailType,
  emailDeliveries,
  emailLimits,
  emailLogPageSize,
  emailTypes,
  type TemplateType,
  templateProblem,
  templateTypes,
} from './emails.rules.ts'

const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as [K, ...K[]]

/** What the log is narrowed to; what is empty narrows nothing. */
export const emailLogFilterQuery = z.object({
  /** In the addresses, the subject or the error, in any case; one or two letters only in the newest 100 000 mails. */
  q: z.string().trim().max(emailLimits.search, tooLong(emailLimits.search)).optional(),
  type: z
    .enum(['', ...keysOf<EmailType>(emailTypes)], 'Ukjent type')
    .optional()
    .transform((type) => type || undefined),
  delivery: z
    .enum(['', ...keysOf<EmailDelivery>(emailDeliveries)], 'Ukjent status')
    .optional()
    .transform((delivery) => delivery || undefined),
})

export type EmailLogFilter = z.output<typeof emailLogFilterQuery>

/** A page of the log, after `cursor` in its order; ids break ties. */
export const emailLogQuery = emailLogFilterQuery.extend({
  sort: z.enum(['createdAt:desc', 'createdAt:asc'], 'Ugyldig sortering').default('createdAt:desc'),
  cursor: cursorSchema.optional(),
  size: z.coerce
    .number('Ugyldig sidestørrelse')
    .int('Ugyldig sidestørrelse')
    .min(1, 'Ugyldig sidestørrelse')
    .max(emailLogPageSize, `Høyst ${emailLogPageSize} per side`)
    .default(emailLogPageSize),
})

/** The whole log and what a filter leaves of it. */
export const emailLogSummarySchema = z.object({
  total: z.int(),
  /** The whole log by delivery. */
  deliveries: z.record(z.enum(keysOf<EmailDelivery>(emailDeliveries)), z.int()),
  /** What the filter leaves; with a search or a type never more than 10 001, which stands for any higher number. */
  found: z.int(),
})

export type EmailLogSummary = z.output<typeof emailLogSummarySchema>

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
  /** The mail of which this one is a new sending. */
  resendOf: z.string().nullable(),
  /** False once the text was removed, or where it was never kept. */
  hasContent: z.boolean(),
  /** When the mail server took it, or when it was stored. */
  sentAt: instantSchema.nullable(),
  createdAt: instantSchema,
})

export type EmailLog = z.output<typeof emailLogSchema>

/** One try to deliver a mail: when it ended, how, and what the mail server said (or why it could not be asked). */
export const emailTrySchema = z.object({
  at: instantSchema,
  outcome: z.enum(['sent', 'stored', 'retrying', 'failed']),
  answer: z.string().nullable(),
})

export type EmailTry = z.output<typeof emailTrySchema>

/** A row of the e-mail log with its HTML, null when the content was not kept, and the tries so far, oldest first. */
export const emailLogDetailSchema = emailLogSchema.extend({
  htmlContent: z.string().nullable(),
  tries: z.array(emailTrySchema),
})

/** A moment of the log. */
const logMoment = instantSchema.refine((moment) => isBetweenYears(moment, 1900, 2200), 'Tidspunktet kan ikke brukes')

/** From when on failed mails are looked for. */
export const failedEmailsQuerySchema = z.object({ since: logMoment })

/** Failed mails that were queued from `since` until the moment of the count. */
export const failedEmailsSchema = z.object({
  since: instantSchema,
  until: instantSchema,
  /** Those that can be sent again and have not been. */
  mails: z.int(),
  /** Those whose content was removed, so that they cannot. */
  withoutContent: z.int(),
})

export type FailedEmails = z.output<typeof failedEmailsSchema>

/** Which failed mails are sent again: those of a count. */
export const resendFailedSchema = z.object({ since: logMoment, until: logMoment })

/** How many failed mails were queued again, and how many of the same time are left for another call. */
export const resendFailedResultSchema = z.object({ queued: z.int(), remaining: z.int(), withoutContent: z.int() })

const templateType = z.enum(keysOf<TemplateType>(templateTypes))

/** A text that may hold tags of a type. */
const taggedLine = (label: string, type: TemplateType) =>
  requiredLine(emailLimits.subject, label).superRefine((text, context) => {
    const message = templateProblem(type, text)
    if (message) context.addIssue({ code: 'custom', message })
  })

export const emailTemplateSchema = z.object({
  id: z.uuid(),
  type: templateType,
  subject: z.string(),
  /** HTML, or plain text whose line breaks count. */
  content: z.string(),
  /** The one of its type that mails are made of. */
  isActive: z.boolean(),
  version: versionSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

export type EmailTemplate = z.output<typeof emailTemplateSchema>

const templateFields = {
  type: templateType,
  subject: requiredLine(emailLimits.subject, 'Emne'),
  content: requiredText(emailLimits.content, 'Innhold'),
}

/** A new template; its tags must be ones of its type. */
export const emailTemplateCreateSchema = z
  .object({
    ...templateFields,
    isActive: z
      .boolean()
      .nullish()
      .transform((active) => active ?? true),
  })
  .superRefine(({ type, subject, content }, context) => {
    for (const [field, text] of Object.entries({ subject, content })) {
      const message = templateProblem(type, text)
      if (message) context.addIssue({ code: 'custom', path: [field], message })
    }
  })

/** A change of a template: absent fields stay. The tags are checked against the type that it has afterwards. */
export const emailTemplateUpdateSchema = z
  .object({
    ...templateFields,
    isActive: z
      .boolean()
      .nullable()
      .transform((active) => active ?? undefined),
    version: readVersionSchema,
  })
  .partial()

/** What is previewed need not be finished: what is wrong in it stands in the preview as it is. */
export const emailTemplatePreviewSchema = z.object({
  type: templateType,
  subject: z.string().max(emailLimits.subject).default(''),
  // A form makes two characters of a line's end.
  content: z
    .string()
    .max(2 * emailLimits.content)
    .default(''),
})

/** From whom mails come, and the subjects of the mails that no template makes. Null where nothing was saved yet. */
export const emailSettingsSchema = z.object({
  id: z.uuid().nullable(),
  contactSubject: z.string(),
  webinarSubject: z.string(),
  fromEmail: z.string(),
  fromName: z.string(),
  version: versionSchema,
  createdAt: instantSchema.nullable(),
  updatedAt: instantSchema.nullable(),
})

export type EmailSettings = z.output<typeof emailSettingsSchema>

const settingsFields = {
  contactSubject: taggedLine('Emne for kontaktskjema', 'contact'),
  webinarSubject: taggedLine('Emne for webinar', 'webinar'),
  fromEmail: emailSchema,
  fromName: requiredLine(emailLimits.fromName, 'Avsendernavn'),
}

/** A change of the settings: absent fields stay. */
export const emailSettingsUpdateSchema = z.object({ ...settingsFields, version: readVersionSchema }).partial()

/** A test mail with the settings as they are typed; absent ones are as they are stored. */
export const testEmailSchema = z.object({ to: emailSchema, ...z.object(settingsFields).partial().shape })

/** What became of a test mail, with the mail server's own words; `stored` where no mail server is set. */
export const testEmailResultSchema = z.object({
  id: z.string(),
  delivery: z.enum(['sent', 'stored']),
  answer: z.string().nullable(),
})

export type TestEmailResult = z.output<typeof testEmailResultSchema>
