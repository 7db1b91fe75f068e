import { admin, anyone, sales } from '../shared/endpoint.ts'
import { noContent, numberParams, versionQuery } from '../shared/fields.ts'
import * as schemas from './second-factor.schema.ts'

export const readStepMethods = sales.get('/api/second-factor/step', {
  summary: 'Which kinds of second factors the caller has, to finish a login or to confirm with.',
  pending: 'second-factor',
  response: schemas.stepMethodsSchema,
})

export const passStep = sales.post('/api/second-factor/step', {
  summary:
    'Finishes a login by a code of the app or a recovery code, each valid once. The session gets a new id, and `auth` with it. 400 for a wrong code; attempts are throttled like passwords.',
  pending: 'second-factor',
  body: schemas.stepSchema,
  response: schemas.renewedSessionSchema,
})

export const startPasskeyStep = sales.post('/api/second-factor/step/passkey/options', {
  summary: "WebAuthn's options for finishing a login, or confirming, with one of the caller's passkeys.",
  pending: 'second-factor',
  response: schemas.passkeyOptionsSchema,
})

export const passPasskeyStep = sales.post('/api/second-factor/step/passkey', {
  summary: 'Finishes a login with a passkey, as a code does.',
  pending: 'second-factor',
  body: schemas.passkeyStepSchema,
  response: schemas.renewedSessionSchema,
})

export const readLoginWays = anyone.get('/api/login-ways', {
  summary: 'What the login views offer besides the password.',
  response: schemas.loginWaysSchema,
})

export const changeSharedPassword = admin.put('/api/admin/password/shared', {
  summary:
    'Switches the shared password of the administrator on or off; off, its sessions end. 403 for the shared administrator, 409 while no named administrator has a second factor.',
  confirm: true,
  body: schemas.sharedPasswordSchema,
  response: schemas.sharedPasswordSchema,
})

export const startPasskeyLogin = anyone.post('/api/passkey-login/options', {
  summary: "WebAuthn's options for logging in with a passkey alone.",
  response: schemas.passkeyOptionsSchema,
})

export const passkeyLogin = anyone.post('/api/passkey-login', {
  summary:
    'Opens a session by a passkey that verified its user by PIN or biometrics. 401 for an unknown or wrong one, 403 for sellers in the panel; attempts are throttled.',
  body: schemas.passkeyLoginSchema,
  response: schemas.renewedSessionSchema.extend({ user: schemas.passkeyUserSchema }),
})

export const readSecondFactor = sales.get('/api/second-factor', {
  summary: "The caller's second factors, and how many recovery codes are left.",
  pending: 'set-up',
  response: schemas.secondFactorSchema,
})

export const startTotp = sales.post('/api/second-factor/totp', {
  summary: 'A new secret for an authenticator app; it counts once a code of the app confirms it. 409 if there is one.',
  pending: 'set-up',
  response: schemas.totpStartSchema,
})

export const confirmTotp = sales.post('/api/second-factor/totp/confirm', {
  summary:
    'Adds the authenticator app. With the first factor come ten recovery codes; other sessions then need the second step. The session gets a new id.',
  pending: 'set-up',
  confirm: true,
  body: schemas.totpConfirmationSchema,
  response: schemas.addedFactorSchema,
})

export const startPasskey = sales.post('/api/second-factor/passkeys/options', {
  summary: "WebAuthn's options for adding a passkey.",
  pending: 'set-up',
  response: schemas.passkeyOptionsSchema,
})

export const addPasskey = sales.post('/api/second-factor/passkeys', {
  summary: 'Adds a passkey. Otherwise as for an authenticator app.',
  pending: 'set-up',
  confirm: true,
  body: schemas.passkeyRegistrationSchema,
  response: schemas.addedFactorSchema,
})

export const renameAuthenticator = sales.put('/api/second-factor/authenticators/{id}', {
  summary: "Renames one of the caller's second factors.",
  params: numberParams,
  body: schemas.authenticatorNameSchema,
  response: noContent,
})

export const removeAuthenticator = sales.delete('/api/second-factor/authenticators/{id}', {
  summary:
    "Removes one of the caller's second factors, and the recovery codes with the last one. 409 if it is the last one and the company requires one.",
  confirm: true,
  params: numberParams,
  query: versionQuery,
  response: noContent,
})

export const makeRecoveryCodes = sales.post('/api/second-factor/recovery-codes', {
  summary: 'Ten new recovery codes in place of the earlier ones. 409 without a second factor.',
  confirm: true,
  response: schemas.recoveryCodesSchema,
})

export const readSecondFactorPolicy = admin.get('/api/second-factor/policy', {
  summary: 'Which roles must log in with a second factor.',
  response: schemas.secondFactorPolicySchema,
})

export const changeSecondFactorPolicy = admin.put('/api/second-factor/policy', {
  summary:
    'Sets which roles must log in with a second factor; who has none sets it up before anything else. 409 if it would concern the caller, who has none.',
  confirm: true,
  body: schemas.secondFactorPolicySchema,
  response: schemas.secondFactorPolicySchema,
})
