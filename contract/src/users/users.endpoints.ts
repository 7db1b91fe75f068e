import { z } from 'zod'
import { admin, sales } from '../shared/endpoint.ts'
import { noContent, numberParams, versionQuery } from '../shared/fields.ts'
import {
  morningMailChangeSchema,
  morningMailSchema,
  userCreateSchema,
  userSchema,
  userUpdateSchema,
} from './users.schema.ts'

export const listUsers = admin.get('/api/users', {
  summary: 'All users, by name.',
  response: z.array(userSchema),
})

export const createUser = admin.post('/api/users', {
  confirm: true,
  summary: 'Adds a user; without a role, a sales user.',
  body: userCreateSchema,
  response: userSchema,
})

export const updateUser = admin.put('/api/users/{id}', {
  confirm: true,
  summary:
    'Changes a user. A new password, another role or a deactivation ends the sessions of the user at once. 409 for administrators who deactivate or demote themselves.',
  params: numberParams,
  body: userUpdateSchema,
  response: userSchema,
})

export const deleteUser = admin.delete('/api/users/{id}', {
  confirm: true,
  summary: 'Deletes a user and ends the sessions of the user; 409 for administrators who delete themselves.',
  params: numberParams,
  query: versionQuery,
  response: noContent,
})

export const readMorningMail = sales.get('/api/users/me/morning-mail', {
  summary: 'Whether and where the user who calls gets a mail on workday mornings with what is due.',
  response: morningMailSchema,
})

export const changeMorningMail = sales.put('/api/users/me/morning-mail', {
  confirm: 'the address changes',
  summary:
    'Turns the morning mail of the user who calls on or off; 403 for the shared administrator, who owns no leads. For another address, 400 without the `code` that is then mailed there.',
  body: morningMailChangeSchema,
  response: morningMailSchema,
})
