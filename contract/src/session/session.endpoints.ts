import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent } from '../shared/fields.ts'
import { adminLoginSchema, loginSchema, sessionUserSchema } from './session.schema.ts'

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
  status: 204,
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
  status: 204,
  response: noContent,
})

export const readSession = defineEndpoint({
  method: 'GET',
  path: '/api/auth/session',
  caller: 'sales',
  summary: 'Who is logged in; 401 when nobody is.',
  response: z.object({ user: sessionUserSchema }),
})
