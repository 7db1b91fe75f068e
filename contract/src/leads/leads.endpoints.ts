import { z } from 'zod'
import { admin, sales } from '../shared/endpoint.ts'
import { noContent, numberParams, versionQuery } from '../shared/fields.ts'
import { importQuery, importRefusalSchema, importReportSchema } from '../shared/imports.ts'
import { spreadsheetType } from '../shared/spreadsheet.ts'
import { bulkAnswerSchema, bulkChangeSchema, lostReasonsChangeSchema, lostReasonsSchema } from './leads.bulk.schema.ts'
import { leadFiguresSchema } from './leads.figures.schema.ts'
import * as schemas from './leads.schema.ts'

export const listLeads = sales.get('/api/leads', {
  summary: 'One page of the leads under a filter; sorted as Norwegian dictionaries do, empty values last.',
  query: schemas.leadListQuery,
  response: schemas.leadPageSchema,
})

export const summariseLeads = sales.get('/api/leads/summary', {
  summary: 'How many leads under a filter have which status.',
  query: schemas.leadFilterQuery,
  response: schemas.leadSummarySchema,
})

export const findLeadDuplicates = sales.get('/api/leads/duplicates', {
  summary: 'Leads and customers with the same organisation number or e-mail address.',
  query: schemas.duplicateQuery,
  response: schemas.duplicatesSchema,
})

export const listLeadOwners = sales.get('/api/leads/owners', {
  summary:
    'The active users, by name: a lead may be assigned to each. After them, the inactive ones who still own leads, which can be filtered by them.',
  response: z.array(schemas.leadOwnerSchema),
})

export const readLead = sales.get('/api/leads/{id}', {
  summary: 'A lead.',
  params: numberParams,
  response: schemas.leadSchema,
})

export const createLead = sales.post('/api/leads', {
  summary: 'A new lead.',
  body: schemas.leadCreateSchema,
  response: schemas.leadSchema,
})

export const updateLead = sales.put('/api/leads/{id}', {
  summary: 'Changes a lead; a change of its status is kept in its history.',
  params: numberParams,
  body: schemas.leadUpdateSchema,
  response: schemas.leadSchema,
})

export const deleteLead = sales.delete('/api/leads/{id}', {
  summary: 'Deletes a lead with its history.',
  params: numberParams,
  query: versionQuery,
  response: noContent,
})

export const setLeadStatus = sales.patch('/api/leads/{id}/status', {
  summary: 'Sets the status of a lead; never makes a customer.',
  params: numberParams,
  body: schemas.leadStatusChangeSchema,
  response: schemas.leadSchema,
})

export const changeLeads = sales.post('/api/leads/bulk', {
  summary:
    'Makes the same change of status, reason, owner or next step to several leads, all in one transaction. Skips and lists those that are gone or have changed since they were read.',
  body: bulkChangeSchema,
  response: bulkAnswerSchema,
})

export const readLeadFigures = sales.get('/api/leads/figures', {
  summary:
    'Counts of all leads: the funnel, new leads and customers per week, overdue steps per owner, reasons of losses.',
  response: leadFiguresSchema,
})

export const readLostReasons = sales.get('/api/leads/lost-reasons', {
  summary: 'The reasons offered for a lost lead, in their order.',
  response: lostReasonsSchema,
})

export const updateLostReasons = admin.put('/api/leads/lost-reasons', {
  summary: 'Replaces the reasons offered for a lost lead; leads keep theirs. 409 where `known` is no longer the list.',
  body: lostReasonsChangeSchema,
  response: lostReasonsSchema,
})

export const setCustomerActive = sales.patch('/api/leads/{id}/customer-active', {
  summary: 'Sets whether the customer is active: true, false, or null for "not set".',
  params: numberParams,
  body: schemas.customerActiveSchema,
  response: schemas.leadSchema,
})

export const listLeadHistory = sales.get('/api/leads/{id}/history', {
  summary: 'The changes of a lead’s status, the newest first.',
  params: numberParams,
  response: z.array(schemas.statusChangeSchema),
})

export const previewLeadCustomer = sales.get('/api/leads/{id}/customer', {
  summary: 'The customer that the lead would be linked to; null if a new one would be made.',
  params: numberParams,
  response: schemas.leadCustomerPreviewSchema,
})

export const makeLeadCustomer = sales.post('/api/leads/{id}/customer', {
  summary:
    'Makes the lead a customer, or links it to the one with its organisation number or name; 400 on `email` where an address is missing, 409 if it is another customer than `customer_id`.',
  params: numberParams,
  body: schemas.leadCustomerSchema,
  response: schemas.leadCustomerAnswerSchema,
})

export const checkLeadRegister = sales.post('/api/leads/{id}/register-check', {
  summary: 'Asks the company register about the lead now; 409 where it has no organisation number.',
  params: numberParams,
  response: schemas.leadSchema,
})

export const exportLeads = sales.get('/api/export/excel', {
  summary:
    'The leads under a filter as a spreadsheet with all columns, in the order in which they were made; optionally as CSV, with other columns, in another order, or only some by id.',
  query: schemas.leadExportQuery,
  produces: spreadsheetType,
  response: z.file(),
})

export const importLeads = sales.post('/api/imports/excel', {
  summary:
    'Creates and updates leads from a spreadsheet; rows match by organisation number. With `Accept: application/x-ndjson` it streams progress, one JSON object per line.',
  query: importQuery,
  takesFile: true,
  response: importReportSchema,
  refusal: importRefusalSchema,
})

export const listLeadViews = sales.get('/api/leads/views', {
  summary: 'The views of the list that the user has saved or others have shared, by name.',
  response: z.array(schemas.leadViewSchema),
})

export const createLeadView = sales.post('/api/leads/views', {
  summary: 'Saves a view; 409 where the user has one of that name.',
  body: schemas.leadViewBodySchema,
  response: schemas.leadViewSchema,
})

export const updateLeadView = sales.put('/api/leads/views/{id}', {
  summary: 'Replaces a view; 403 for one that another user has shared.',
  params: numberParams,
  body: schemas.leadViewChangeSchema,
  response: schemas.leadViewSchema,
})

export const deleteLeadView = sales.delete('/api/leads/views/{id}', {
  summary: 'Deletes a view; 403 for one that another user has shared.',
  params: numberParams,
  query: versionQuery,
  response: noContent,
})
