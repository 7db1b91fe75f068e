import { z } from 'zod'
import { admin } from '../shared/endpoint.ts'
import { noContent, uuidParams, versionQuery } from '../shared/fields.ts'
import * as schemas from './emails.schema.ts'

const idParams = z.object({ id: z.string().min(1).max(100) })

export const listEmailLogs = admin.get('/api/email-logs', {
  summary:
    "The e-mail log by date, without the mails' text: the newest 500 without parameters. The header `X-Next-Cursor` holds the next page's `cursor`; the last page has none.",
  query: schemas.emailLogQuery,
  response: z.array(schemas.emailLogSchema),
})

export const readEmailLogSummary = admin.get('/api/email-logs/summary', {
  summary:
    'How many mails the log holds, in all and by delivery, and how many a search and filters leave: at most one more than 10 000 are counted.',
  query: schemas.emailLogFilterQuery,
  response: schemas.emailLogSummarySchema,
})

export const readEmailLog = admin.get('/api/email-logs/{id}', {
  summary: 'One mail of the log with its HTML.',
  params: idParams,
  response: schemas.emailLogDetailSchema,
})

export const previewEmailLog = admin.get('/api/email-logs/{id}/preview', {
  summary: 'The stored HTML of one mail as a document for a sandboxed frame.',
  params: idParams,
  produces: 'text/html',
  response: z.string(),
})

export const resendEmail = admin.post('/api/email-logs/{id}/resend', {
  summary:
    'Queues a mail of the log once more, as a new row that refers to it; a double click queues one. 409 while it is still to be delivered, or when its content is gone.',
  params: idParams,
  response: schemas.emailLogSchema,
})

export const countFailedEmails = admin.get('/api/email-logs/failed', {
  summary:
    'How many mails that were queued since a moment have failed and can be sent again. Test mails and mails that were sent again already are not among them.',
  query: schemas.failedEmailsQuerySchema,
  response: schemas.failedEmailsSchema,
})

export const resendFailedEmails = admin.post('/api/email-logs/resend-failed', {
  summary:
    'Queues the failed mails of a count once more, each as a new row that refers to it, the oldest first and at most 5000 at once. The same call again queues none of them twice.',
  body: schemas.resendFailedSchema,
  response: schemas.resendFailedResultSchema,
})

export const listEmailTemplates = admin.get('/api/email-templates', {
  summary: 'All mail templates: by type and language, the one in use first.',
  response: z.array(schemas.emailTemplateSchema),
})

export const createEmailTemplate = admin.post('/api/email-templates', {
  confirm: true,
  summary:
    'Adds a mail template; an active one takes the place of the one of its type and language (`no` by default) that was in use.',
  body: schemas.emailTemplateCreateSchema,
  response: schemas.emailTemplateSchema,
})

export const updateEmailTemplate = admin.put('/api/email-templates/{id}', {
  confirm: true,
  summary: 'Changes a mail template; activating it deactivates the others of its type and language.',
  params: uuidParams,
  body: schemas.emailTemplateUpdateSchema,
  response: schemas.emailTemplateSchema,
})

export const deleteEmailTemplate = admin.delete('/api/email-templates/{id}', {
  confirm: true,
  summary: 'Deletes a mail template. Without an active one of their type and language, mails have the built-in text.',
  params: uuidParams,
  query: versionQuery,
  response: noContent,
})

export const previewEmailTemplate = admin.post('/api/email-templates/preview', {
  summary:
    'A template as a mail with sample data, as a document for a sandboxed frame. Takes a form, too. Stores nothing.',
  body: schemas.emailTemplatePreviewSchema,
  produces: 'text/html',
  response: z.string(),
})

export const readEmailSettings = admin.get('/api/email-settings', {
  summary: 'The sender and the subjects of mails.',
  response: schemas.emailSettingsSchema,
})

export const updateEmailSettings = admin.put('/api/email-settings', {
  confirm: 'the sender’s address changes',
  summary:
    'Changes the sender and the subjects of mails. A code is mailed to another `fromEmail`; the notices to the company go there once it is sent as `code`.',
  body: schemas.emailSettingsUpdateSchema,
  response: schemas.emailSettingsSchema,
})

export const sendTestEmail = admin.post('/api/email-settings/test', {
  summary:
    "Sends a test mail at once, with the settings as they are typed, and answers with the mail server's own words; 502 when it refuses. The log keeps it as type `test`.",
  body: schemas.testEmailSchema,
  response: schemas.testEmailResultSchema,
})
