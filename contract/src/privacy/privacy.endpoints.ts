import { defineEndpoint } from '../shared/endpoint.ts'
import { personErasureSchema, personExportSchema, personSchema, personSearchSchema } from './privacy.schema.ts'

export const searchPerson = defineEndpoint({
  method: 'POST',
  path: '/api/privacy/search',
  caller: 'admin',
  summary: 'Finds everything about an e-mail address, and tells what an erasure would do. Changes nothing.',
  body: personSchema,
  response: personSearchSchema,
})

export const exportPerson = defineEndpoint({
  method: 'POST',
  path: '/api/privacy/export',
  caller: 'admin',
  summary: 'Everything about an e-mail address in full, as a file to hand over.',
  body: personSchema,
  response: personExportSchema,
})

export const erasePerson = defineEndpoint({
  method: 'POST',
  path: '/api/privacy/erase',
  caller: 'admin',
  summary: 'Erases or anonymises everything about an e-mail address but what bookkeeping law demands.',
  body: personSchema,
  response: personErasureSchema,
})
