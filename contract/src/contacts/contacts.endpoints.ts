import { z } from 'zod'
import { admin, anyone } from '../shared/endpoint.ts'
import { noContent, uuidParams } from '../shared/fields.ts'
import { contactCreateSchema, contactSchema, contactUpdateSchema } from './contacts.schema.ts'

export const createContact = anyone.post('/api/contacts', {
  summary: 'A visitor sends an enquiry; a confirmation to the visitor and a notice to the company are queued with it.',
  body: contactCreateSchema,
  response: z.object({ success: z.literal(true) }),
})

export const listContacts = admin.get('/api/contacts', {
  summary: 'The newest 10 000 enquiries, newest first.',
  response: z.array(contactSchema),
})

export const updateContact = admin.put('/api/contacts/{id}', {
  summary: 'Changes an enquiry.',
  params: uuidParams,
  body: contactUpdateSchema,
  response: contactSchema,
})

export const deleteContact = admin.delete('/api/contacts/{id}', {
  summary: 'Deletes an enquiry.',
  params: uuidParams,
  response: noContent,
})
