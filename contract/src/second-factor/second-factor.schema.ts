import { z } from 'zod'
import { instantSchema, keysOf, requiredLine, versionSchema } from '../shared/fields.ts'
import { userRoles } from '../users/users.rules.ts'
import { authenticatorKinds, loginSteps } from './second-factor.rules.ts'

const authenticatorSchema = z.object({
  id: z.int(),
  kind: z.enum(keysOf(authenticatorKinds)),
  name: z.string(),
  version: versionSchema,
  createdAt: instantSchema,
  /** The time of the last login with this factor; null before the first. */
  lastUsedAt: instantSchema.nullable(),
})

export type Authenticator = z.output<typeof authenticatorSchema>

export const secondFactorSchema = z.object({
  authenticators: z.array(authenticatorSchema),
  recoveryCodesLeft: z.int(),
  /** True if the company requires a second factor of the caller's role, so that the caller can't remove their last factor. */
  required: z.boolean(),
})

export type SecondFactor = z.output<typeof secondFactorSchema>

/** The step that the login still needs; part of the response to a login. */
export const loginStepSchema = z.enum(loginSteps)

/** The kinds of second factors that a pending login may use. */
export const stepMethodsSchema = z.object({ totp: z.boolean(), passkey: z.boolean(), recoveryCodes: z.boolean() })

export type StepMethods = z.output<typeof stepMethodsSchema>

const language = z.enum(['no', 'en']).default('no')

/** Six digits; removes spaces, since apps show the digits in groups. */
const codeSchema = z
  .string('Fyll inn koden')
  .max(20, 'Koden har seks sifre')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Koden har seks sifre'))

const englishCodeSchema = z.string().max(100)

/** A code of the authenticator app, or a recovery code. `language` is the language of error messages. */
export const stepSchema = z.object({
  method: z.enum(['totp', 'recovery-code']),
  code: englishCodeSchema,
  language,
})

export const totpStartSchema = z.object({
  /** The secret in Base32, which the user can type into the app. */
  secret: z.string(),
  /** The secret as `otpauth://totp/…`, which the QR code holds. */
  uri: z.string(),
  /** The encrypted secret, which the client sends back with the first code. */
  ticket: z.string(),
})

export type TotpStart = z.output<typeof totpStartSchema>

/** A logged-in user's proof of identity by a code of the authenticator app. */
export const codeProofSchema = z.object({ code: codeSchema })

export const totpConfirmationSchema = z.object({ ticket: z.string().max(1000), code: codeSchema })

/** The anti-forgery token of the session, which continues under a new id. */
export const renewedSessionSchema = z.object({ auth: z.string() })

/** `recoveryCodes` is set only for the first factor; the codes are never shown again. */
export const addedFactorSchema = renewedSessionSchema.extend({ recoveryCodes: z.array(z.string()).nullable() })

export type AddedFactor = z.output<typeof addedFactorSchema>

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

export const authenticatorNameSchema = z.object({ name: requiredLine(100, 'Navn') })

/** For each role, true if its users must log in with a second factor. */
export const secondFactorPolicySchema = z.object({ sales: z.boolean(), admin: z.boolean() })

export type SecondFactorPolicy = z.output<typeof secondFactorPolicySchema>

/** WebAuthn's options in JSON, which the client passes to the browser. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })

const base64url = z.string().regex(/^[\w-]+$/)

const credential = {
  id: base64url.max(2000),
  rawId: base64url.max(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

/** The fields of WebAuthn's `RegistrationResponseJSON` that the server reads. */
export const passkeyRegistrationSchema = z.object({
  name: requiredLine(100, 'Navn'),
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url.max(10_000),
      attestationObject: base64url.max(100_000),
      transports: z.array(z.string().max(50)).max(20).default([]),
    }),
  }),
})

/** The fields of WebAuthn's `AuthenticationResponseJSON` that the server reads. */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url.max(10_000),
    authenticatorData: base64url.max(10_000),
    signature: base64url.max(10_000),
  }),
})

export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>

/** A logged-in user's proof of identity by a passkey. */
export const passkeyProofSchema = z.object({ response: passkeyAssertionSchema })

export const passkeyStepSchema = z.object({ response: passkeyAssertionSchema, language })

/** A login with a passkey. If `panel` is true, the server rejects sales users, who have no access to the panel. */
export const passkeyLoginSchema = z.object({
  response: passkeyAssertionSchema,
  panel: z.boolean().default(false),
  language,
})

export const sharedPasswordSchema = z.object({ enabled: z.boolean() })

/** The user whom the passkey logged in. */
export const passkeyUserSchema = z.object({
  username: z.string(),
  role: z.enum(keysOf(userRoles)),
  named: z.literal(true).optional(),
})

/** The ways to log in, besides a user's password, that the login screens offer. */
export const loginWaysSchema = z.object({
  passkeys: z.boolean(),
  /** True if the administrator's shared password can open the panel. */
  sharedPassword: z.boolean(),
})

export type LoginWays = z.output<typeof loginWaysSchema>
