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
  /** Null before the first login with it. */
  lastUsedAt: instantSchema.nullable(),
})

export type Authenticator = z.output<typeof authenticatorSchema>

export const secondFactorSchema = z.object({
  authenticators: z.array(authenticatorSchema),
  recoveryCodesLeft: z.int(),
  /** True if the company requires a second factor of the caller's role. The caller can't remove their last one then. */
  required: z.boolean(),
})

export type SecondFactor = z.output<typeof secondFactorSchema>

/** Part of a login's answer while the session waits for a step. */
export const loginStepSchema = z.enum(loginSteps)

/** The kinds of second factors that a pending login may use. */
export const stepMethodsSchema = z.object({ totp: z.boolean(), passkey: z.boolean(), recoveryCodes: z.boolean() })

export type StepMethods = z.output<typeof stepMethodsSchema>

const language = z.enum(['no', 'en']).default('no')

/** Six digits, which apps show in groups. */
const codeSchema = z
  .string('Fyll inn koden')
  .max(20, 'Koden har seks sifre')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Koden har seks sifre'))

const englishCodeSchema = z.string().max(100)

/** A code of the app, or a recovery code. `language` is that of error messages. */
export const stepSchema = z.object({
  method: z.enum(['totp', 'recovery-code']),
  code: englishCodeSchema,
  language,
})

export const totpStartSchema = z.object({
  /** Base32, for typing it in. */
  secret: z.string(),
  /** `otpauth://totp/…`, for the QR code. */
  uri: z.string(),
  /** Contains the secret, encrypted. The client sends it along with the first code. */
  ticket: z.string(),
})

export type TotpStart = z.output<typeof totpStartSchema>

/** A proof by a logged-in user. */
export const codeProofSchema = z.object({ code: codeSchema })

export const totpConfirmationSchema = z.object({ ticket: z.string().max(1000), code: codeSchema })

/** The session continues under a new id, with a new anti-forgery token. */
export const renewedSessionSchema = z.object({ auth: z.string() })

/** `recoveryCodes` come with the first factor and are never shown again. */
export const addedFactorSchema = renewedSessionSchema.extend({ recoveryCodes: z.array(z.string()).nullable() })

export type AddedFactor = z.output<typeof addedFactorSchema>

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) })

export const authenticatorNameSchema = z.object({ name: requiredLine(100, 'Navn') })

/** True if each role must log in with a second factor. */
export const secondFactorPolicySchema = z.object({ sales: z.boolean(), admin: z.boolean() })

export type SecondFactorPolicy = z.output<typeof secondFactorPolicySchema>

/** WebAuthn's options in JSON, for the browser. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() })

const base64url = z.string().regex(/^[\w-]+$/)

const credential = {
  id: base64url.max(2000),
  rawId: base64url.max(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

/** WebAuthn's `RegistrationResponseJSON`, as far as the server reads it. */
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

/** WebAuthn's `AuthenticationResponseJSON`, as far as the server reads it. */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url.max(10_000),
    authenticatorData: base64url.max(10_000),
    signature: base64url.max(10_000),
  }),
})

export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>

/** A proof by a logged-in user. */
export const passkeyProofSchema = z.object({ response: passkeyAssertionSchema })

export const passkeyStepSchema = z.object({ response: passkeyAssertionSchema, language })

/** `panel`: rejects sellers, who have no access there. */
export const passkeyLoginSchema = z.object({
  response: passkeyAssertionSchema,
  panel: z.boolean().default(false),
  language,
})

export const sharedPasswordSchema = z.object({ enabled: z.boolean() })

/** The user of the passkey. */
export const passkeyUserSchema = z.object({
  username: z.string(),
  role: z.enum(keysOf(userRoles)),
  named: z.literal(true).optional(),
})

/** The options of the login views besides the password. */
export const loginWaysSchema = z.object({
  passkeys: z.boolean(),
  /** True if the shared password of the administrator opens the panel. */
  sharedPassword: z.boolean(),
})

export type LoginWays = z.output<typeof loginWaysSchema>
