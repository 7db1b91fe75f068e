import { createHash } from 'node:crypto'
import type { PasswordChange } from '@kontor/contract/session/session.schema'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { refuseGuessable } from '../../platform/session/password-policy.ts'
import { fingerprint, hashPassword, verifyPassword } from '../../platform/session/passwords.ts'
import type { AdminPrincipal, SalesPrincipal } from '../../platform/session/principal.ts'
import type { OpenedSession } from '../../platform/session/sessions.ts'
import {
  exchangeAdminPassword,
  exchangeUserPassword,
  findActiveUser,
  findAdminPassword,
  findUserPassword,
  recordLogin,
} from '../users/users.queries.ts'
import { adminName } from '../users/users.service.ts'
import {
  countLogin,
  isKnownAddress,
  type LoginCounter,
  type LoginPolicy,
  rememberAddress,
  resetCounter,
  uncountLogin,
} from './session.queries.ts'

/** What a password that somebody typed comes to; `found` is what it was right for. */
export type Tried<Found> =
  | { readonly outcome: 'right'; readonly found: Found }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'blocked'; readonly retryAfterSeconds: number }

export type LoginResult = Tried<OpenedSession>

/**
 * An account waits a minute at most, so that nobody who guesses its password can lock its owner out; an address, which
 * may be a whole office's, has more tries and waits longer.
 */
const policies: Record<LoginCounter['scope'], LoginPolicy> = {
  account: { free: 10, maxDelaySeconds: 60 },
  address: { free: 50, maxDelaySeconds: 15 * 60 },
}

const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('hex')

/** Undoes what was counted before it in the same transaction. */
class Blocked extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('blocked')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Counts the try in all its counters or in none; answers 0, or the seconds to wait. */
const countInAll = async ({ database, clock }: Deps, counters: readonly LoginCounter[]): Promise<number> => {
  try {
    await database.db.transaction(async (tx) => {
      for (const counter of counters) {
        const seconds = await countLogin(tx, counter, policies[counter.scope], clock.now())
        if (seconds > 0) throw new Blocked(seconds)
      }
    })
    return 0
  } catch (error) {
    if (error instanceof Blocked) return error.retryAfterSeconds
    throw error
  }
}

/** The account whose tries are counted: by a login, and by who changes the password of a session that is open. */
const adminAccount = 'admin'
const userAccount = (username: string): string => `user:${username.toLowerCase()}`

interface Attempt<Found> {
  readonly account: string
  readonly address: string
  /** Checks the password; takes as long for an account that does not exist. */
  readonly verify: () => Promise<Found | undefined>
  /** What is stored together with the counters, once the password was right. */
  readonly record?: (tx: Queryable, found: Found) => Promise<void>
}

/** Checks a password at most as often as the counters allow. Counted before it is checked, many tries at once gain nothing. */
const tryPassword = async <Found>(
  deps: Deps,
  { account, address, verify, record }: Attempt<Found>,
): Promise<Tried<Found>> => {
  const { db } = deps.database
  const place = hashSubject(`${account} at ${address}`)
  // Logins from where the account has logged in before are counted on their own: a stranger's tries do not delay them.
  const known = await isKnownAddress(db, place)
  const byAccount = { scope: 'account', subject: known ? place : hashSubject(account) } as const
  const byAddress = { scope: 'address', subject: hashSubject(address) } as const

  const retryAfterSeconds = await countInAll(deps, [byAccount, byAddress])
  if (retryAfterSeconds > 0) return { outcome: 'blocked', retryAfterSeconds }
  const found = await verify()
  if (found === undefined) return { outcome: 'wrong' }
  const now = deps.clock.now()
  await db.transaction(async (tx) => {
    await resetCounter(tx, byAccount)
    await uncountLogin(tx, byAddress)
    await rememberAddress(tx, place, now)
    await record?.(tx, found)
  })
  return { outcome: 'right', found }
}

/** Logs in with the administrator's password. */
export const loginAdministrator = (deps: Deps, password: string, address: string): Promise<LoginResult> =>
  tryPassword(deps, {
    account: adminAccount,
    address,
    verify: async () => {
      const stored = await findAdminPassword(deps.database.db)
      if (!(await verifyPassword(stored, password)) || stored === undefined) return undefined
      return { principal: { role: 'admin' }, credential: fingerprint(stored) }
    },
  })

/** Logs in with a sales user's name (in any case) and password. */
export const loginUser = (deps: Deps, username: string, password: string, address: string): Promise<LoginResult> =>
  tryPassword(deps, {
    account: userAccount(username),
    address,
    verify: async () => {
      const user = await findActiveUser(deps.database.db, username)
      if (!(await verifyPassword(user?.passwordHash, password)) || !user) return undefined
      const principal: SalesPrincipal = { role: 'sales', userId: user.id, username: user.username }
      return { principal, credential: fingerprint(user.passwordHash) }
    },
    record: async (tx, { principal }) => {
      if (principal.role === 'sales') await recordLogin(tx, principal.userId, deps.clock.now())
    },
  })

/** Whose password is changed, and where it is stored. */
interface PasswordOwner {
  readonly principal: OpenedSession['principal']
  readonly account: string
  readonly name: string
  readonly find: (db: Queryable) => Promise<string | undefined>
  /** False when the stored password is no longer the one that was found. */
  readonly exchange: (db: Queryable, known: string, passwordHash: string) => Promise<boolean>
}

/**
 * Changes the password of who knows it. A wrong current password counts as a failed login; the policy is asked only after a right one.
 * The session to be opened in the place of all earlier ones is in the answer.
 * @throws HttpError 400 when the new password is easy to guess, 409 when the password was changed by somebody else while this went on
 */
const changePassword = async (
  deps: Deps,
  { principal, account, name, find, exchange }: PasswordOwner,
  { currentPassword, newPassword }: PasswordChange,
  address: string,
): Promise<LoginResult> => {
  const { db } = deps.database
  const tried = await tryPassword(deps, {
    account,
    address,
    verify: async () => {
      const stored = await find(db)
      return (await verifyPassword(stored, currentPassword)) ? stored : undefined
    },
  })
  if (tried.outcome !== 'right') return tried
  await refuseGuessable('newPassword', { password: newPassword, names: [name] })
  const passwordHash = await hashPassword(newPassword)
  if (!(await exchange(db, tried.found, passwordHash))) {
    throw new HttpError(409, 'Passordet ble byttet et annet sted i mellomtiden.')
  }
  return { outcome: 'right', found: { principal, credential: fingerprint(passwordHash) } }
}

/** Changes a sales user's own password; see `changePassword`. */
export const changeUserPassword = (
  deps: Deps,
  principal: SalesPrincipal,
  change: PasswordChange,
  address: string,
): Promise<LoginResult> => {
  const { userId, username } = principal
  const owner: PasswordOwner = {
    principal,
    account: userAccount(username),
    name: username,
    find: (db) => findUserPassword(db, userId),
    exchange: (db, known, passwordHash) => exchangeUserPassword(db, userId, known, passwordHash),
  }
  return changePassword(deps, owner, change, address)
}

/** Changes the administrator's password; see `changePassword`. @throws HttpError 409 where the environment sets it */
export const changeAdministratorPassword = async (
  deps: Deps,
  principal: AdminPrincipal,
  change: PasswordChange,
  address: string,
): Promise<LoginResult> => {
  // It would hold until the next start only.
  if (deps.config.adminPassword !== undefined) {
    throw new HttpError(409, 'Passordet er satt på serveren (ADMIN_PASSWORD) og kan bare byttes der.')
  }
  const owner: PasswordOwner = {
    principal,
    account: adminAccount,
    name: adminName,
    find: findAdminPassword,
    exchange: exchangeAdminPassword,
  }
  return changePassword(deps, owner, change, address)
}
