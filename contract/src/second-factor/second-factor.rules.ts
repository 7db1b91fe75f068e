/** The steps that a login may still need after the password. */
export const loginSteps = ['second-factor', 'set-up'] as const

export type LoginStep = (typeof loginSteps)[number]

/** The `code` of a 401 response to a session whose login still needs a step, by the step. */
export const stepCodes: Readonly<Record<LoginStep, string>> = {
  'second-factor': 'second-factor-required',
  'set-up': 'second-factor-set-up-required',
}

/** Kinds of second factors, with the office's labels. */
export const authenticatorKinds = { totp: 'Autentiseringsapp', passkey: 'Passnøkkel' } as const

export type AuthenticatorKind = keyof typeof authenticatorKinds

/** The number of recovery codes in a set. */
export const recoveryCodeCount = 10

export const maxPasskeys = 20
