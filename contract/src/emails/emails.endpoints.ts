import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent, uuidParams } from '../shared/fields.ts'
import {
  emailLogDetailSchema,
  emailLogFilterQuery,
  emailLogQuery,
  emailLogSchema,
  emailLogSummarySchema,
  emailSettingsSchema,
  emailSettingsUpdateSchema,
  emailTemplateCreateSchema,
  emailTemplatePreviewSchema,
  emailTemplateSchema,
  emailTemplateUpdateSchema,
  failedEmailsQuerySchema,
  failedEmailsSchema,
  resendFailedResultSchema,
  resendFailedSchema,
  testEmailResultSchema,
  testEmailSchema,
} from './emails.schema.ts'

const idParams = z.object({ id: z.string().min(1).max(100) })

export const listEmailLogs = defineEndpoint({
  method: 'GET',
  path: '/api/email-logs',
  caller: 'admin',
  summary:
    "The e-mail log by date, without the mails' text: the newest 500 without parameters. The header `X-Next-Cursor` holds the next page's `cursor`; the last page has none.",
  query: emailLogQuery,
  response: z.array(emailLogSchema),
})

export const readEmailLogSummary = defineEndpoint({
  method: 'GET',
  path: '/api/email-logs/summary',
  caller: 'admin',
  summary:
    'How many mails the log holds, in all and by delivery, and how many a search and filters leave: at most one more than 10 000 are counted.',
  query: emailLogFilterQuery,
  response: emailLogSummarySchema,
})

export const readEmailLog = defineEndpoint({
  method: 'GET',
  path: '/api/email-logs/{id}',
  caller: 'admin',
  summary: 'One mail of the log with its HTML.',
  params: idParams,
  response: emailLogDetailSchema,
})

export const previewEmailLog = defineEndpoint({
  method: 'GET',
  path: '/api/email-logs/{id}/preview',
  caller: 'admin',
  summary: 'The stored HTML of one mail as a document for a sandboxed frame.',
  params: idParams,
  produces: 'text/html',
  response: z.string(),
})

export const resendEmail = defineEndpoint({
  method: 'POST',
  path: '/api/email-logs/{id}/resend',
  caller: 'admin',
  summary:
    'Queues a mail of the log once more, as a new row that refers to it; a double click queues one. 409 while it is still to be delivered, or when its content is gone.',
  params: idParams,
  response: emailLogSchema,
})

export const countFailedEmails = defineEndpoint({
  method: 'GET',
  path: '/api/email-logs/failed',
  caller: 'admin',
  summary:
    'How many mails that were queued since a moment have failed and can be sent again. Test mails and mails that were sent again already are not among them.',
  query: failedEmailsQuerySchema,
  response: failedEmailsSchema,
})

export const resendFailedEmails = defineEndpoint({
  method: 'POST',
  path: '/api/email-logs/resend-failed',
  caller: 'admin',
  summary:
    'Queues the failed mails of a count once more, each as a new row that refers to it, the oldest first and at most 5000 at once. The same call again queues none of them twice.',
  body: resendFailedSchema,
  response: resendFailedResultSchema,
})

export const listEmailTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/email-templates',
  caller: 'admin',
  summary: 'All mail templates: by type, the one in use first.',
  response: z.array(emailTemplateSchema),
})

export const createEmailTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/email-templates',
  caller: 'admin',
  summary: 'Adds a mail template; an active one takes the place of the one of its type that was in use.',
  body: emailTemplateCreateSchema,
  response: emailTemplateSchema,
})

export const updateEmailTemplate = defineEndpoint({
  method: 'PUT',
  path: '/api/email-templates/{id}',
  caller: 'admin',
  summary: 'Changes a mail template; activating it deactivates the others of its type.',
  params: uuidParams,
  body: emailTemplateUpdateSchema,
  response: emailTemplateSchema,
})

export const deleteEmailTemplate = defineEndpoint({
  method: 'DELETE',
  path: '/api/email-templates/{id}',
  caller: 'admin',
  summary: 'Deletes a mail template. Without an active one of their type, mails have the built-in text.',
  params: uuidParams,
  response: noContent,
})

export const previewEmailTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/email-templates/preview',
  caller: 'admin',
  summary:
    'A template as a mail with sample data, as a document for a sandboxed frame. Takes a form, too. Stores nothing.',
  body: emailTemplatePreviewSchema,
  produces: 'text/html',
  response: z.string(),
})

export const readEmailSettings = defineEndpoint({
  method: 'GET',
  path: '/api/email-settings',
  caller: 'admin',
  summary: 'The sender and the subjects of mails.',
  response: emailSettingsSchema,
})

export const updateEmailSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/email-settings',
  caller: 'admin',
  summary: 'Changes the sender and the subjects of mails.',
  body: emailSettingsUpdateSchema,
  response: emailSettingsSchema,
})

export const sendTestEmail = defineEndpoint({
  method: 'POST',
  path: '/api/email-settings/test',
  caller: 'admin',
  summary:
    "Sends a test mail at once, with the settings as they are typed, and answers with the mail server's own words; 502 when it refuses. The log keeps it as type `test`.",
  body: testEmailSchema,
  response: testEmailResultSchema,
})
