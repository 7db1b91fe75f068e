import { z } from 'zod'
import { admin, anyone, sales } from '../shared/endpoint.ts'
import { noContent, numberParams, uuidParams, versionQuery } from '../shared/fields.ts'
import * as schemas from './contacts.schema.ts'

export const createContact = anyone.post('/api/contacts', {
  summary: 'A visitor sends an enquiry; a confirmation to the visitor and a notice to the company are queued with it.',
  body: schemas.contactCreateSchema,
  response: z.object({ success: z.literal(true) }),
})

export const listContacts = admin.get('/api/contacts', {
  summary: 'The newest 10 000 enquiries, newest first.',
  response: z.array(schemas.contactSchema),
})

export const updateContact = admin.put('/api/contacts/{id}', {
  summary: 'Changes an enquiry.',
  params: uuidParams,
  body: schemas.contactUpdateSchema,
  response: schemas.contactSchema,
})

export const deleteContact = admin.delete('/api/contacts/{id}', {
  summary: 'Deletes an enquiry with its replies.',
  params: uuidParams,
  query: versionQuery,
  response: noContent,
})

export const countContacts = admin.get('/api/contacts/counts', {
  summary: 'How many enquiries are new.',
  response: schemas.contactCountsSchema,
})

export const readContact = admin.get('/api/contacts/{id}', {
  summary: 'An enquiry with its customer, its lead and its timeline, the newest entry first.',
  params: uuidParams,
  response: schemas.contactRecordSchema,
})

export const setContactStates = admin.patch('/api/contacts/state', {
  summary: 'Marks enquiries as new or handled, all in one transaction; suspect ones stay.',
  body: schemas.contactStatesSchema,
  response: schemas.contactStatesAnswerSchema,
})

export const approveContact = admin.post('/api/contacts/{id}/approve', {
  summary: 'Lifts the suspicion from an enquiry: the mails that were held back are queued, once.',
  params: uuidParams,
  response: schemas.contactRecordSchema,
})

export const replyToContact = admin.post('/api/contacts/{id}/replies', {
  summary:
    'Sends a reply to the visitor and marks the enquiry as handled. A repeated `id` sends nothing more; 409 for a suspect enquiry.',
  params: uuidParams,
  body: schemas.contactReplySchema,
  response: schemas.contactRecordSchema,
})

export const findContactMatches = admin.get('/api/contacts/{id}/matches', {
  summary: 'Customers and leads with the address or company of an enquiry.',
  params: uuidParams,
  response: schemas.contactMatchesSchema,
})

export const makeContactCustomer = admin.post('/api/contacts/{id}/customer', {
  summary:
    'Makes a customer of an enquiry, or links it to `customerId`. 409 where it has another customer or is suspect, and where there are matches and the body says neither an id nor null.',
  params: uuidParams,
  body: schemas.contactCustomerSchema,
  response: schemas.contactRecordSchema,
})

export const makeContactLead = admin.post('/api/contacts/{id}/lead', {
  summary: 'Makes a lead of an enquiry, or links it to `leadId`; refused as for customers.',
  params: uuidParams,
  body: schemas.contactLeadSchema,
  response: schemas.contactRecordSchema,
})

export const listLeadEnquiries = sales.get('/api/leads/{id}/enquiries', {
  summary: 'The enquiries that a lead came from or sent later, newest first; none for an unknown lead.',
  params: numberParams,
  response: z.array(schemas.originEnquirySchema),
})
