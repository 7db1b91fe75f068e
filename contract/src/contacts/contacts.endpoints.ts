import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent, uuidParams } from '../shared/fields.ts'
import { contactCreateSchema, contactSchema, contactUpdateSchema } from './contacts.schema.ts'

export const createContact = defineEndpoint({
  method: 'POST',
  path: '/api/contacts',
  caller: 'public',
  summary: 'A visitor sends an enquiry; a confirmation to the visitor and a notice to the company are queued with it.',
  body: contactCreateSchema,
  response: z.object({ success: z.literal(true) }),
})

export const listContacts = defineEndpoint({
  method: 'GET',
  path: '/api/contacts',
  caller: 'admin',
  summary: 'The newest 10 000 enquiries, newest first.',
  response: z.array(contactSchema),
})

export const updateContact = defineEndpoint({
  method: 'PUT',
  path: '/api/contacts/{id}',
  caller: 'admin',
  summary: 'Changes an enquiry.',
  params: uuidParams,
  body: contactUpdateSchema,
  response: contactSchema,
})

export const deleteContact = defineEndpoint({
  method: 'DELETE',
  path: '/api/contacts/{id}',
  caller: 'admin',
  summary: 'Deletes an enquiry.',
  params: uuidParams,
  response: noContent,
})
