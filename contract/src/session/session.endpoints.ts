import { z } from 'zod'
import { codeProofSchema, loginStepSchema, passkeyProofSchema } from '../second-factor/second-factor.schema.ts'
import { admin, anyone, sales } from '../shared/endpoint.ts'
import { noContent, uuidParams } from '../shared/fields.ts'
import {
  adminLoginSchema,
  confirmationSchema,
  loginSchema,
  openSessionSchema,
  passwordChangeSchema,
  sessionUserSchema,
} from './session.schema.ts'

export const adminLogin = anyone.post('/api/admin/login', {
  summary:
    'Opens an administrator session, with the shared password or a named administrator’s own; 403 for other users. `auth` is its anti-forgery token; it is worth nothing without the session cookie.',
  body: adminLoginSchema,
  response: z.object({ auth: z.string(), step: loginStepSchema.optional() }),
})

export const adminLogout = anyone.post('/api/admin/logout', {
  summary: 'Ends the session, if there is one.',
  response: noContent,
})

export const login = anyone.post('/api/auth/login', {
  summary: 'Opens a session for a user.',
  body: loginSchema,
  response: z.object({ user: sessionUserSchema, step: loginStepSchema.optional() }),
})

export const logout = anyone.post('/api/auth/logout', {
  summary: 'Ends the session, if there is one.',
  response: noContent,
})

export const readSession = sales.get('/api/auth/session', {
  summary: 'Who is logged in; 401 when nobody is.',
  response: z.object({ user: sessionUserSchema }),
})

export const readAdminPassword = admin.get('/api/admin/password', {
  summary:
    'Whether the environment (`ADMIN_PASSWORD`) sets the password of the administrator, so that it cannot be changed here.',
  response: z.object({ setByEnvironment: z.boolean() }),
})

export const changeAdminPassword = admin.put('/api/admin/password', {
  summary:
    'Changes the shared password of the administrator and ends all other sessions; the caller’s session gets a new id, and `auth` is its new token. 409 where the environment sets the password.',
  body: passwordChangeSchema,
  response: z.object({ auth: z.string() }),
})

export const changeOwnPassword = sales.put('/api/users/me/password', {
  summary:
    'Changes the password of the user who calls and ends the other sessions; this one gets a new id, and `auth` with it.',
  body: passwordChangeSchema,
  response: z.object({ auth: z.string() }),
})

export const listSessions = sales.get('/api/sessions', {
  summary:
    'Where the user who calls is logged in; with the shared password of the administrator, everybody who uses it.',
  response: z.array(openSessionSchema),
})

export const endSession = sales.delete('/api/sessions/{id}', {
  summary: 'Ends a session of the user who calls.',
  confirm: true,
  params: uuidParams,
  response: noContent,
})

export const endOtherSessions = sales.post('/api/sessions/end-others', {
  summary: 'Ends all sessions of the user who calls but this one; says how many.',
  confirm: true,
  response: z.object({ ended: z.int() }),
})

export const confirmIdentity = sales.post('/api/session/confirm', {
  summary:
    'Proves who the user is, as calls with `confirm` require that they did lately; 400 for a wrong password, 429 after too many.',
  body: confirmationSchema,
  response: noContent,
})

export const confirmByCode = sales.post('/api/session/confirm/code', {
  summary: 'Confirms with a single-use code of the authenticator app. Failures count towards the login limit.',
  body: codeProofSchema,
  response: noContent,
})

export const confirmByPasskey = sales.post('/api/session/confirm/passkey', {
  summary: 'The same by one of the user’s passkeys, with the options of `/api/second-factor/step/passkey/options`.',
  body: passkeyProofSchema,
  response: noContent,
})

export const checkConfirmed = sales.get('/api/session/confirm', {
  summary: 'Answers 204 while the confirmation is fresh. Call it before a download, which can’t open a dialog.',
  confirm: true,
  response: noContent,
})
