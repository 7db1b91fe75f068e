import { z } from 'zod'
import { admin } from '../shared/endpoint.ts'
import { noContent, numberParams, versionQuery } from '../shared/fields.ts'
import { importQuery, importRefusalSchema, importReportSchema } from '../shared/imports.ts'
import { spreadsheetType } from '../shared/spreadsheet.ts'
import * as schemas from './customers.schema.ts'

export const listCustomers = admin.get('/api/customers', {
  summary: 'The newest 10 000 customers by name, without those that are archived.',
  response: z.array(schemas.customerSchema),
})

export const createCustomer = admin.post('/api/customers', {
  summary: 'A new customer.',
  body: schemas.customerCreateSchema,
  response: schemas.customerSchema,
})

export const updateCustomer = admin.put('/api/customers/{id}', {
  summary: 'Changes a customer.',
  params: numberParams,
  body: schemas.customerUpdateSchema,
  response: schemas.customerSchema,
})

export const deleteCustomer = admin.delete('/api/customers/{id}', {
  summary: 'Deletes a customer with its contact persons; a customer with an accepted agreement is archived instead.',
  params: numberParams,
  query: versionQuery,
  response: noContent,
})

export const checkCustomerRegister = admin.post('/api/customers/{id}/register-check', {
  summary: 'Asks the company register about the customer now; 409 where it has no organisation number.',
  params: numberParams,
  response: schemas.customerSchema,
})

export const listContactPersons = admin.get('/api/customers/{id}/contact-persons', {
  summary: "A customer's contact persons by name; also those of an archived customer, whose agreements remain.",
  params: numberParams,
  response: z.array(schemas.contactPersonSchema),
})

export const createContactPerson = admin.post('/api/contact-persons', {
  summary: 'A new contact person of a customer.',
  body: schemas.contactPersonCreateSchema,
  response: schemas.contactPersonSchema,
})

export const updateContactPerson = admin.put('/api/contact-persons/{id}', {
  summary: 'Changes a contact person.',
  params: numberParams,
  body: schemas.contactPersonUpdateSchema,
  response: schemas.contactPersonSchema,
})

export const deleteContactPerson = admin.delete('/api/contact-persons/{id}', {
  summary: 'Deletes a contact person.',
  params: numberParams,
  query: versionQuery,
  response: noContent,
})

export const exportCustomers = admin.get('/api/customers/export', {
  summary:
    'The customers that the search finds, as a spreadsheet with the columns that an import takes; optionally as CSV, with other columns, in another order, or only some by id.',
  query: schemas.customerExportQuery,
  produces: spreadsheetType,
  response: z.file(),
})

export const importCustomers = admin.post('/api/customers/import', {
  summary:
    'Creates and updates customers from a spreadsheet; rows match by organisation number, else e-mail. With `Accept: application/x-ndjson` it streams progress, one JSON object per line.',
  query: importQuery,
  takesFile: true,
  response: importReportSchema,
  refusal: importRefusalSchema,
})
