import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent, numberParams } from '../shared/fields.ts'
import { importQuery, importRefusalSchema, importReportSchema } from '../shared/imports.ts'
import { spreadsheetType } from '../shared/spreadsheet.ts'
import {
  bulkStatusAnswerSchema,
  bulkStatusSchema,
  customerActiveSchema,
  duplicateQuery,
  duplicatesSchema,
  leadCreateSchema,
  leadCustomerAnswerSchema,
  leadCustomerSchema,
  leadFilterQuery,
  leadListQuery,
  leadPageSchema,
  leadSchema,
  leadStatusChangeSchema,
  leadSummarySchema,
  leadUpdateSchema,
  leadViewBodySchema,
  leadViewSchema,
  statusChangeSchema,
} from './leads.schema.ts'

export const listLeads = defineEndpoint({
  method: 'GET',
  path: '/api/leads',
  caller: 'sales',
  summary: 'One page of the leads under a filter; sorted as Norwegian dictionaries do, empty values last.',
  query: leadListQuery,
  response: leadPageSchema,
})

export const summariseLeads = defineEndpoint({
  method: 'GET',
  path: '/api/leads/summary',
  caller: 'sales',
  summary: 'How many leads under a filter have which status.',
  query: leadFilterQuery,
  response: leadSummarySchema,
})

export const findLeadDuplicates = defineEndpoint({
  method: 'GET',
  path: '/api/leads/duplicates',
  caller: 'sales',
  summary: 'Leads and customers with the same organisation number or e-mail address.',
  query: duplicateQuery,
  response: duplicatesSchema,
})

export const createLead = defineEndpoint({
  method: 'POST',
  path: '/api/leads',
  caller: 'sales',
  summary: 'A new lead.',
  body: leadCreateSchema,
  response: leadSchema,
})

export const updateLead = defineEndpoint({
  method: 'PUT',
  path: '/api/leads/{id}',
  caller: 'sales',
  summary: 'Changes a lead; a change of its status is kept in its history.',
  params: numberParams,
  body: leadUpdateSchema,
  response: leadSchema,
})

export const deleteLead = defineEndpoint({
  method: 'DELETE',
  path: '/api/leads/{id}',
  caller: 'sales',
  summary: 'Deletes a lead with its history.',
  params: numberParams,
  response: noContent,
})

export const setLeadStatus = defineEndpoint({
  method: 'PATCH',
  path: '/api/leads/{id}/status',
  caller: 'sales',
  summary: 'Sets the status of a lead; never makes a customer.',
  params: numberParams,
  body: leadStatusChangeSchema,
  response: leadSchema,
})

export const setLeadStatuses = defineEndpoint({
  method: 'PATCH',
  path: '/api/leads/status',
  caller: 'sales',
  summary: 'Sets the status of several leads, all in one transaction.',
  body: bulkStatusSchema,
  response: bulkStatusAnswerSchema,
})

export const setCustomerActive = defineEndpoint({
  method: 'PATCH',
  path: '/api/leads/{id}/customer-active',
  caller: 'sales',
  summary: 'Sets whether the customer is active: true, false, or null for "not set".',
  params: numberParams,
  body: customerActiveSchema,
  response: leadSchema,
})

export const listLeadHistory = defineEndpoint({
  method: 'GET',
  path: '/api/leads/{id}/history',
  caller: 'sales',
  summary: 'The changes of a lead’s status, the newest first.',
  params: numberParams,
  response: z.array(statusChangeSchema),
})

export const makeLeadCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/leads/{id}/customer',
  caller: 'sales',
  summary:
    'Makes the lead a customer, or links it to the one with its organisation number; 400 on `email` where an address is missing.',
  params: numberParams,
  body: leadCustomerSchema,
  response: leadCustomerAnswerSchema,
})

export const checkLeadRegister = defineEndpoint({
  method: 'POST',
  path: '/api/leads/{id}/register-check',
  caller: 'sales',
  summary: 'Asks the company register about the lead now; 409 where it has no organisation number.',
  params: numberParams,
  response: leadSchema,
})

export const exportLeads = defineEndpoint({
  method: 'GET',
  path: '/api/export/excel',
  caller: 'sales',
  summary: 'The leads under a filter as a spreadsheet with all columns, in the order in which they were made.',
  query: leadFilterQuery,
  produces: spreadsheetType,
  response: z.file(),
})

export const importLeads = defineEndpoint({
  method: 'POST',
  path: '/api/imports/excel',
  caller: 'sales',
  summary:
    'Creates and updates leads from a spreadsheet; rows match by organisation number. Tells its progress to who accepts application/x-ndjson.',
  query: importQuery,
  takesFile: true,
  response: importReportSchema,
  refusal: importRefusalSchema,
})

export const listLeadViews = defineEndpoint({
  method: 'GET',
  path: '/api/leads/views',
  caller: 'sales',
  summary: 'The views of the list that the user has saved, by name.',
  response: z.array(leadViewSchema),
})

export const createLeadView = defineEndpoint({
  method: 'POST',
  path: '/api/leads/views',
  caller: 'sales',
  summary: 'Saves a view; 409 where the user has one of that name.',
  body: leadViewBodySchema,
  response: leadViewSchema,
})

export const updateLeadView = defineEndpoint({
  method: 'PUT',
  path: '/api/leads/views/{id}',
  caller: 'sales',
  summary: 'Saves a view anew, whole.',
  params: numberParams,
  body: leadViewBodySchema,
  response: leadViewSchema,
})

export const deleteLeadView = defineEndpoint({
  method: 'DELETE',
  path: '/api/leads/views/{id}',
  caller: 'sales',
  summary: 'Deletes a view.',
  params: numberParams,
  response: noContent,
})
