import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent } from '../shared/fields.ts'
import { adminLoginSchema, loginSchema, passwordChangeSchema, sessionUserSchema } from './session.schema.ts'

export const adminLogin = defineEndpoint({
  method: 'POST',
  path: '/api/admin/login',
  caller: 'public',
  summary:
    'Opens an administrator session. `auth` is its anti-forgery token; it is worth nothing without the session cookie.',
  body: adminLoginSchema,
  response: z.object({ auth: z.string() }),
})

export const adminLogout = defineEndpoint({
  method: 'POST',
  path: '/api/admin/logout',
  caller: 'public',
  summary: 'Ends the session, if there is one.',
  response: noContent,
})

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  caller: 'public',
  summary: 'Opens a session for a sales user.',
  body: loginSchema,
  response: z.object({ user: sessionUserSchema }),
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  caller: 'public',
  summary: 'Ends the session, if there is one.',
  response: noContent,
})

export const readSession = defineEndpoint({
  method: 'GET',
  path: '/api/auth/session',
  caller: 'sales',
  summary: 'Who is logged in; 401 when nobody is.',
  response: z.object({ user: sessionUserSchema }),
})

export const readAdminPassword = defineEndpoint({
  method: 'GET',
  path: '/api/admin/password',
  caller: 'admin',
  summary:
    'Whether the environment (`ADMIN_PASSWORD`) sets the password of the administrator, so that it cannot be changed here.',
  response: z.object({ setByEnvironment: z.boolean() }),
})

export const changeAdminPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/password',
  caller: 'admin',
  summary:
    'Changes the password of the administrator and ends all other sessions; this one gets a new id, and `auth` with it. 409 where the environment sets the password.',
  body: passwordChangeSchema,
  response: z.object({ auth: z.string() }),
})

export const changeOwnPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/users/me/password',
  caller: 'sales',
  summary: 'Changes the password of the sales user who calls and ends the other sessions; this one gets a new id.',
  body: passwordChangeSchema,
  response: noContent,
})
