import type { PasskeyAssertion } from '@kontor/contract/second-factor/second-factor.schema'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { fingerprint } from '../../platform/session/passwords.ts'
import { type Principal, sharedAdmin } from '../../platform/session/principal.ts'
import type { OpenedSession } from '../../platform/session/sessions.ts'
import { checkPasskey } from '../second-factor/second-factor.passkeys.service.ts'
import { useRecoveryCode, useTotp } from '../second-factor/second-factor.service.ts'
import * as users from '../users/users.queries.ts'
import {
  auditActorOf,
  checkPassword,
  type LoginResult,
  type PasswordCheck,
  recordConfirmation,
  recordLogin,
} from './session.service.ts'

/** Stricter than for passwords: codes are short, and only those who know the password get here. */
const policy = { freeAttempts: 5, maxDelaySeconds: 15 * 60 }

/** Checks a second factor if the counters allow it; attempts are counted apart from those with passwords. */
const checkSecondFactor = (
  deps: Deps,
  principal: Principal,
  address: string,
  verify: () => Promise<boolean>,
): Promise<PasswordCheck<true>> =>
  checkPassword(deps, {
    account: `second factor of ${principal.userId ?? 'admin'}`,
    address,
    policy,
    step: 'second factor',
    whose: async () => auditActorOf(principal),
    verify: async () => (await verify()) || undefined,
    record: (tx) => recordConfirmation(tx, principal, 'second factor'),
  })

/** Checks a passkey as the second step. */
export const checkOwnPasskey = (
  deps: Deps,
  principal: Principal,
  response: PasskeyAssertion,
  address: string,
): Promise<PasswordCheck<true>> =>
  checkSecondFactor(
    deps,
    principal,
    address,
    async () => (await checkPasskey(deps, principal.userId, response)) !== undefined,
  )

/**
 * Logs in by a passkey alone. Attempts with a known passkey count for its id, all for the address; a wrong answer can't lock out the
 * passkey's owner from logging in by password.
 */
export const loginByPasskey = (deps: Deps, response: PasskeyAssertion, address: string): Promise<LoginResult> =>
  checkPassword(deps, {
    account: `passkey ${response.id}`,
    address,
    step: 'passkey',
    whose: async () => undefined,
    verify: async () => {
      const found = await checkPasskey(deps, 'anyone', response)
      return found && findLogin(deps.database.db, found.userId)
    },
    record: async (tx, { principal }) => {
      if (principal.userId !== null) await users.recordLogin(tx, principal.userId, deps.clock.now())
      await recordLogin(tx, principal, 'passkey')
    },
  })

/** A finished login of an active account. */
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

/** Checks a code of the app or a recovery code. A valid one can't be used again. */
export const checkCode = (
  deps: Deps,
  principal: Principal,
  { method, code }: { readonly method: 'totp' | 'recovery-code'; readonly code: string },
  address: string,
): Promise<PasswordCheck<true>> =>
  checkSecondFactor(deps, principal, address, () =>
    method === 'totp' ? useTotp(deps, principal.userId, code) : useRecoveryCode(deps, principal.userId, code),
  )
