import { z } from 'zod'
import { admin } from '../shared/endpoint.ts'
import { spreadsheetType } from '../shared/spreadsheet.ts'
import * as schemas from './audit-events.schema.ts'

export const listAuditEvents = admin.get('/api/audit-events', {
  summary:
    'The audit trail, the newest first, page by page: who did what, when, from where, with former and new values.',
  query: schemas.auditListQuery,
  response: schemas.auditPageSchema,
})

export const readAuditSummary = admin.get('/api/audit-events/summary', {
  summary: 'How many events the audit trail holds, and who they name.',
  response: schemas.auditSummarySchema,
})

export const exportAuditEvents = admin.get('/api/audit-events/export', {
  summary: 'The events that the filters leave, the newest first, as a spreadsheet or CSV.',
  query: schemas.auditExportQuery,
  produces: spreadsheetType,
  response: z.file(),
})

export const readAuditRetention = admin.get('/api/audit-events/retention', {
  summary: 'How many months events are kept.',
  response: schemas.auditRetentionSchema,
})

export const changeAuditRetention = admin.put('/api/audit-events/retention', {
  confirm: true,
  summary:
    'Changes how many months events are kept; the nightly purge deletes older ones. 409 where `known` is no longer stored.',
  body: schemas.auditRetentionChangeSchema,
  response: schemas.auditRetentionSchema,
})
