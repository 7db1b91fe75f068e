import { defineEndpoint } from '../shared/endpoint.ts'
import { registerCheckSchema, systemStatusSchema } from './settings.schema.ts'

export const readSystem = defineEndpoint({
  method: 'GET',
  path: '/api/system',
  caller: 'admin',
  summary: 'How the system is: version, database, mails, jobs, last backup.',
  response: systemStatusSchema,
})

export const checkRegister = defineEndpoint({
  method: 'POST',
  path: '/api/system/register-check',
  caller: 'admin',
  summary: 'Asks the company register for something, to see whether it answers.',
  response: registerCheckSchema,
})
