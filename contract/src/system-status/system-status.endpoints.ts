import { admin } from '../shared/endpoint.ts'
import { registerCheckSchema, senderDomainSchema, systemStatusSchema } from './system-status.schema.ts'

export const readSystem = admin.get('/api/system', {
  summary: 'How the system is: version, database, mails, jobs, last backup.',
  response: systemStatusSchema,
})

export const readSenderDomain = admin.get('/api/system/sender-domain', {
  summary:
    "What the domain of the mails' sender publishes by DNS against forged mails (SPF, DKIM, DMARC), and what is missing.",
  response: senderDomainSchema,
})

export const checkRegister = admin.post('/api/system/register-check', {
  summary: 'Asks the company register for something, to see whether it answers.',
  response: registerCheckSchema,
})
