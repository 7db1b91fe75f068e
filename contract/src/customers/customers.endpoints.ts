import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent, numberParams } from '../shared/fields.ts'
import { importQuery, importRefusalSchema, importReportSchema } from '../shared/imports.ts'
import { spreadsheetType } from '../shared/spreadsheet.ts'
import {
  contactPersonCreateSchema,
  contactPersonSchema,
  contactPersonUpdateSchema,
  customerCreateSchema,
  customerExportQuery,
  customerSchema,
  customerUpdateSchema,
} from './customers.schema.ts'

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/api/customers',
  caller: 'admin',
  summary: 'The newest 10 000 customers by name, without those that are archived.',
  response: z.array(customerSchema),
})

export const createCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/customers',
  caller: 'admin',
  summary: 'A new customer.',
  body: customerCreateSchema,
  response: customerSchema,
})

export const updateCustomer = defineEndpoint({
  method: 'PUT',
  path: '/api/customers/{id}',
  caller: 'admin',
  summary: 'Changes a customer.',
  params: numberParams,
  body: customerUpdateSchema,
  response: customerSchema,
})

export const deleteCustomer = defineEndpoint({
  method: 'DELETE',
  path: '/api/customers/{id}',
  caller: 'admin',
  summary: 'Deletes a customer with its contact persons; one that agreements hold on to is archived instead.',
  params: numberParams,
  response: noContent,
})

export const checkCustomerRegister = defineEndpoint({
  method: 'POST',
  path: '/api/customers/{id}/register-check',
  caller: 'admin',
  summary: 'Asks the company register about the customer now; 409 where it has no organisation number.',
  params: numberParams,
  response: customerSchema,
})

export const listContactPersons = defineEndpoint({
  method: 'GET',
  path: '/api/customers/{id}/contact-persons',
  caller: 'admin',
  summary: "A customer's contact persons by name; also those of an archived customer, whose agreements remain.",
  params: numberParams,
  response: z.array(contactPersonSchema),
})

export const createContactPerson = defineEndpoint({
  method: 'POST',
  path: '/api/contact-persons',
  caller: 'admin',
  summary: 'A new contact person of a customer.',
  body: contactPersonCreateSchema,
  response: contactPersonSchema,
})

export const updateContactPerson = defineEndpoint({
  method: 'PUT',
  path: '/api/contact-persons/{id}',
  caller: 'admin',
  summary: 'Changes a contact person.',
  params: numberParams,
  body: contactPersonUpdateSchema,
  response: contactPersonSchema,
})

export const deleteContactPerson = defineEndpoint({
  method: 'DELETE',
  path: '/api/contact-persons/{id}',
  caller: 'admin',
  summary: 'Deletes a contact person.',
  params: numberParams,
  response: noContent,
})

export const exportCustomers = defineEndpoint({
  method: 'GET',
  path: '/api/customers/export',
  caller: 'admin',
  summary: 'The customers that the search finds, as a spreadsheet with the columns that an import takes.',
  query: customerExportQuery,
  produces: spreadsheetType,
  response: z.file(),
})

export const importCustomers = defineEndpoint({
  method: 'POST',
  path: '/api/customers/import',
  caller: 'admin',
  summary:
    'Creates and updates customers from a spreadsheet; rows match by organisation number, else e-mail. Tells its progress to who accepts application/x-ndjson.',
  query: importQuery,
  takesFile: true,
  response: importReportSchema,
  refusal: importRefusalSchema,
})
