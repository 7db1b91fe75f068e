import { authenticatorKinds } from '@kontor/contract/second-factor/second-factor.rules'
import type { PasskeyAssertion } from '@kontor/contract/second-factor/second-factor.schema'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { fingerprint } from '../../platform/session/passwords.ts'
import { type Principal, sharedAdmin } from '../../platform/session/principal.ts'
import type { OpenedSession } from '../../platform/session/sessions.ts'
import { checkPasskey } from '../second-factor/second-factor.passkeys.service.ts'
import { useRecoveryCode, useTotp } from '../second-factor/second-factor.service.ts'
import { auditActorOf, recordConfirmation, recordLogin } from '../users/users.logins.service.ts'
import * as users from '../users/users.queries.ts'
import type { Client } from './session.devices.ts'
import { checkPassword, type LoginResult, type PasswordCheck } from './session.service.ts'

/** The name of a recovery code in the audit trail. */
const recoveryCodeName = 'Gjenopprettingskode'

/** Stricter than for passwords: codes are short, and anyone who gets this far knows the password. */
const policy = { freeAttempts: 5, maxDelaySeconds: 15 * 60 }

/** The user of a second factor, and its purpose: to finish a login, or to prove their identity again. */
export interface FactorUse {
  readonly principal: Principal
  readonly purpose: 'login' | 'confirmation'
  readonly client: Client
}

/** Checks a second factor if its counters allow that. Passwords have counters of their own. `verify` returns the name of a valid factor. */
const checkSecondFactor = (
  deps: Deps,
  { principal, purpose, client }: FactorUse,
  factor: string,
  verify: () => Promise<string | undefined>,
): Promise<PasswordCheck<string>> =>
  checkPassword(deps, {
    account: `second factor of ${principal.userId ?? 'admin'}`,
    client,
    everywhere: policy,
    step: 'second factor',
    factor,
    whose: async () => auditActorOf(principal),
    verify,
    record: (tx, name) => {
      const proof = { step: 'second factor', factor: name } as const
      return purpose === 'login' ? recordLogin(tx, deps, principal, proof) : recordConfirmation(tx, principal, proof)
    },
  })

/** Checks one of the user's own passkeys. */
export const checkOwnPasskey = (
  deps: Deps,
  use: FactorUse,
  response: PasskeyAssertion,
): Promise<PasswordCheck<string>> =>
  checkSecondFactor(
    deps,
    use,
    authenticatorKinds.passkey,
    async () => (await checkPasskey(deps, use.principal.userId, response))?.name,
  )

/**
 * Logs in by a passkey alone. Attempts count for the address and, if the passkey is known, for its id. They don't count for the account, so
 * that nobody can lock its owner out of the login by password.
 */
export const loginByPasskey = (deps: Deps, response: PasskeyAssertion, client: Client): Promise<LoginResult> =>
  checkPassword(deps, {
    account: `passkey ${response.id}`,
    client,
    step: 'passkey',
    whose: async () => undefined,
    verify: async () => {
      const found = await checkPasskey(deps, 'anyone', response)
      const login = found && (await findLogin(deps.database.db, found.userId))
      return login && { ...login, factor: found.name }
    },
    record: (tx, { principal, factor }) => recordLogin(tx, deps, principal, { step: 'passkey', factor }),
  })

/** Returns the session to open for an account, with both steps passed; undefined if the account isn't active. */
const findLogin = async (db: Queryable, userId: number | null): Promise<OpenedSession | undefined> => {
  if (userId === null) {
    if (!(await users.isSharedPasswordOn(db))) return undefined
    const stored = await users.findAdminPassword(db)
    return stored === undefined
      ? undefined
      : { principal: sharedAdmin, credential: fingerprint(stored), passedFactor: true }
  }
  const user = await users.findActiveUserById(db, userId)
  if (!user) return undefined
  const { username, role, passwordHash } = user
  return { principal: { role, userId, username }, credential: fingerprint(passwordHash), passedFactor: true }
}

/** Checks a code of the authenticator app or a recovery code. A valid one can't be used again. */
export const checkCode = (
  deps: Deps,
  use: FactorUse,
  { method, code }: { readonly method: 'totp' | 'recovery-code'; readonly code: string },
): Promise<PasswordCheck<string>> => {
  const { userId } = use.principal
  return method === 'totp'
    ? checkSecondFactor(deps, use, authenticatorKinds.totp, () => useTotp(deps, userId, code))
    : checkSecondFactor(deps, use, recoveryCodeName, async () =>
        (await useRecoveryCode(deps, userId, code)) ? recoveryCodeName : undefined,
      )
}
