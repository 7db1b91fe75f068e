import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { emailLogDetailSchema, emailLogSchema } from './emails.schema.ts'

const idParams = z.object({ id: z.string().min(1).max(100) })

export const listEmailLogs = defineEndpoint({
  method: 'GET',
  path: '/api/email-logs',
  caller: 'admin',
  summary: "The e-mail log, newest first, without the mails' text.",
  response: z.array(emailLogSchema),
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
