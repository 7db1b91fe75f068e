import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent, numberParams } from '../shared/fields.ts'
import {
  conditionCreateSchema,
  conditionOrderSchema,
  conditionSchema,
  conditionUpdateSchema,
} from './conditions.schema.ts'

export const listConditions = defineEndpoint({
  method: 'GET',
  path: '/api/conditions',
  caller: 'admin',
  summary: 'All standard conditions in their order.',
  response: z.array(conditionSchema),
})

export const createCondition = defineEndpoint({
  method: 'POST',
  path: '/api/conditions',
  caller: 'admin',
  summary: 'A new standard condition.',
  body: conditionCreateSchema,
  response: conditionSchema,
})

export const updateCondition = defineEndpoint({
  method: 'PUT',
  path: '/api/conditions/{id}',
  caller: 'admin',
  summary: 'Changes a condition; the copies in agreements stay as they are.',
  params: numberParams,
  body: conditionUpdateSchema,
  response: conditionSchema,
})

export const deleteCondition = defineEndpoint({
  method: 'DELETE',
  path: '/api/conditions/{id}',
  caller: 'admin',
  summary: 'Deletes a condition; the copies in agreements stay as they are.',
  params: numberParams,
  response: noContent,
})

export const orderConditions = defineEndpoint({
  method: 'PUT',
  path: '/api/conditions/order',
  caller: 'admin',
  summary: 'Puts all conditions in an order, at once; refused (409) when the list is not the whole one any more.',
  body: conditionOrderSchema,
  response: z.array(conditionSchema),
})
