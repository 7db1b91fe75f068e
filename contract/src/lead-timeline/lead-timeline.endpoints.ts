import { z } from 'zod'
import { sales } from '../shared/endpoint.ts'
import { noContent, numberParams, versionQuery } from '../shared/fields.ts'
import * as schemas from './lead-timeline.schema.ts'

export const readLeadTimeline = sales.get('/api/leads/{id}/timeline', {
  summary: 'What happened to a lead, the newest first: notes, calls, changes and the agreements of its customer.',
  params: numberParams,
  response: z.array(schemas.timelineItemSchema),
})

export const addLeadNote = sales.post('/api/leads/{id}/notes', {
  summary: 'Adds a note to a lead.',
  params: numberParams,
  body: schemas.noteBodySchema,
  response: schemas.leadEntrySchema,
})

export const changeLeadNote = sales.put('/api/leads/{id}/notes/{entryId}', {
  summary: 'Changes the text of a note or a call; 403 for others than its author.',
  params: schemas.entryParams,
  body: schemas.noteChangeSchema,
  response: schemas.leadEntrySchema,
})

export const deleteLeadNote = sales.delete('/api/leads/{id}/notes/{entryId}', {
  summary: 'Deletes a note or a call, which the trash keeps; 403 for others than its author.',
  params: schemas.entryParams,
  query: versionQuery,
  response: noContent,
})

export const logLeadCall = sales.post('/api/leads/{id}/calls', {
  summary: 'Logs a call and how it went.',
  params: numberParams,
  body: schemas.callBodySchema,
  response: schemas.leadEntrySchema,
})
