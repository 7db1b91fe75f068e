import { admin } from '../shared/endpoint.ts'
import { personErasureSchema, personExportSchema, personSchema, personSearchSchema } from './privacy.schema.ts'

export const searchPerson = admin.post('/api/privacy/search', {
  summary: 'Finds everything about an e-mail address, and tells what an erasure would do. Changes nothing.',
  body: personSchema,
  response: personSearchSchema,
})

export const exportPerson = admin.post('/api/privacy/export', {
  confirm: true,
  summary: 'Everything about an e-mail address in full, as a file to hand over.',
  body: personSchema,
  response: personExportSchema,
})

export const erasePerson = admin.post('/api/privacy/erase', {
  confirm: true,
  summary: 'Erases or anonymises everything about an e-mail address but what bookkeeping law demands.',
  body: personSchema,
  response: personErasureSchema,
})
