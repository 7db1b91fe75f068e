import { z } from 'zod'
import { admin } from '../shared/endpoint.ts'
import { noContent, numberParams } from '../shared/fields.ts'
import { userCreateSchema, userSchema, userUpdateSchema } from './users.schema.ts'

export const listUsers = admin.get('/api/users', {
  summary: 'All sales users, by name.',
  response: z.array(userSchema),
})

export const createUser = admin.post('/api/users', {
  summary: 'Adds a sales user.',
  body: userCreateSchema,
  response: userSchema,
})

export const updateUser = admin.put('/api/users/{id}', {
  summary: 'Changes a sales user. A new password or a deactivation ends the sessions of the user at once.',
  params: numberParams,
  body: userUpdateSchema,
  response: userSchema,
})

export const deleteUser = admin.delete('/api/users/{id}', {
  summary: 'Deletes a sales user and ends the sessions of the user.',
  params: numberParams,
  response: noContent,
})
