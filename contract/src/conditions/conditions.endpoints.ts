import { z } from 'zod'
import { admin } from '../shared/endpoint.ts'
import { noContent, numberParams, versionQuery } from '../shared/fields.ts'
import * as schemas from './conditions.schema.ts'

export const listConditions = admin.get('/api/conditions', {
  summary: 'All standard conditions in their order.',
  response: z.array(schemas.conditionSchema),
})

export const createCondition = admin.post('/api/conditions', {
  summary: 'A new standard condition.',
  body: schemas.conditionCreateSchema,
  response: schemas.conditionSchema,
})

export const updateCondition = admin.put('/api/conditions/{id}', {
  summary: 'Changes a condition; the copies in agreements stay as they are.',
  params: numberParams,
  body: schemas.conditionUpdateSchema,
  response: schemas.conditionSchema,
})

export const deleteCondition = admin.delete('/api/conditions/{id}', {
  summary: 'Deletes a condition; the copies in agreements stay as they are.',
  params: numberParams,
  query: versionQuery,
  response: noContent,
})

export const orderConditions = admin.put('/api/conditions/order', {
  summary: 'Puts all conditions in an order, at once; refused (409) when the list is not the whole one any more.',
  body: schemas.conditionOrderSchema,
  response: z.array(schemas.conditionSchema),
})
