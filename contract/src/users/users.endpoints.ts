import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent, numberParams } from '../shared/fields.ts'
import { userCreateSchema, userSchema, userUpdateSchema } from './users.schema.ts'

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/users',
  caller: 'admin',
  summary: 'All sales users, by name.',
  response: z.array(userSchema),
})

export const createUser = defineEndpoint({
  method: 'POST',
  path: '/api/users',
  caller: 'admin',
  summary: 'Adds a sales user.',
  body: userCreateSchema,
  response: userSchema,
})

export const updateUser = defineEndpoint({
  method: 'PUT',
  path: '/api/users/{id}',
  caller: 'admin',
  summary: 'Changes a sales user. A new password or a deactivation ends the sessions of the user at once.',
  params: numberParams,
  body: userUpdateSchema,
  response: userSchema,
})

export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/{id}',
  caller: 'admin',
  summary: 'Deletes a sales user and ends the sessions of the user.',
  params: numberParams,
  response: noContent,
})
