import { createHash } from 'node:crypto'
import type { LoginStep } from '@kontor/contract/second-factor/second-factor.rules'
import type { PasswordChange } from '@kontor/contract/session/session.schema'
import { type AuditEvent, recordEvent } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { refuseGuessable } from '../../platform/session/password-policy.ts'
import { fingerprint, hashPassword, verifyPassword } from '../../platform/session/passwords.ts'
import { type Principal, sharedAdmin, type UserPrincipal } from '../../platform/session/principal.ts'
import type { OpenedSession } from '../../platform/session/sessions.ts'
import { readCompany } from '../company/company.queries.ts'
import { companyNames } from '../company/company.service.ts'
import { findLoginStep } from '../second-factor/second-factor.service.ts'
import {
  auditActorOf,
  type Proof,
  recordConfirmation,
  recordLogin,
  recordLoginStarted,
} from '../users/users.logins.service.ts'
import * as users from '../users/users.queries.ts'
import { adminName } from '../users/users.service.ts'
import type { Client } from './session.devices.ts'
import * as queries from './session.queries.ts'

/** The result of checking a password; `found` is what `verify` returned. */
export type PasswordCheck<Found> =
  | { readonly outcome: 'right'; readonly found: Found }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'blocked'; readonly retryAfterSeconds: number }

export type LoginResult = PasswordCheck<OpenedSession>

/** A login by password. Its session is open, but can only do `step` until the user has passed that step. */
export interface PasswordLogin extends OpenedSession {
  readonly step?: LoginStep
}

/** Limits attempts on any accounts from one address, which a whole office may share. */
const addressPolicy: queries.LoginPolicy = { freeAttempts: 50, maxDelaySeconds: 15 * 60 }

/** Limits attempts from a browser that the account has logged in from. */
const devicePolicy: queries.LoginPolicy = { freeAttempts: 10, maxDelaySeconds: 60 }

/**
 * Limits attempts on one account from one address. Nothing locks an account everywhere, since strangers could then lock its owner out. Many
 * failures from everywhere lower the limit of each address, but never below one attempt, so that the owner can log in from a new address.
 */
const policyUnder = (failuresEverywhere: number): queries.LoginPolicy => ({
  freeAttempts: failuresEverywhere < 100 ? 10 : failuresEverywhere < 1_000 ? 3 : 1,
  maxDelaySeconds: 15 * 60,
})

/** Counts attempts, but never blocks them. */
const onlyCounted: queries.LoginPolicy = { freeAttempts: 1_000_000_000, maxDelaySeconds: 0 }

const hashSubject = (subject: string): string => createHash('sha256').update(subject).digest('hex')

/** Thrown to roll back the counts of the same transaction. */
class Blocked extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('blocked')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Counts the attempt in all its counters or in none; returns 0, or the seconds to wait. */
const countAttempt = async ({ database, clock }: Deps, counters: readonly PolicyCounter[]): Promise<number> => {
  try {
    await database.db.transaction(async (tx) => {
      for (const { policy, ...counter } of counters) {
        const seconds = await queries.countLogin(tx, counter, policy, clock.now())
        if (seconds > 0) throw new Blocked(seconds)
      }
    })
    return 0
  } catch (error) {
    if (error instanceof Blocked) return error.retryAfterSeconds
    throw error
  }
}

/** Account names for the counters, shared by logins and changes of password. */
const adminAccount = 'admin'
const userAccount = (username: string): string => `user:${username.toLowerCase()}`

type AuditActor = NonNullable<AuditEvent['actor']>

const unknownUser: AuditActor = { name: 'Ukjent bruker', id: null, kind: 'visitor' }

/** Records a login or, if a step follows the password, its start. */
const recordPasswordLogin = (tx: Queryable, deps: Deps, { principal, step }: PasswordLogin): Promise<void> =>
  step === undefined ? recordLogin(tx, deps, principal, { step: 'password' }) : recordLoginStarted(tx, principal)

export const recordLogout = (db: Queryable, principal: Principal): Promise<void> =>
  recordEvent(db, { action: 'logout', kind: 'session', actor: auditActorOf(principal) })

interface Attempt<Found> extends Proof {
  readonly account: string
  readonly client: Client
  /** Limits a known device's attempts, and those from all unknown devices together. Only used for steps after the password. */
  readonly everywhere?: queries.LoginPolicy
  /** Checks the password. It must take equally long for an unknown account. */
  readonly verify: () => Promise<Found | undefined>
  /** Finds the account of a login, for the audit trail. Not needed within a session: it names the user. */
  readonly whose?: () => Promise<AuditActor | undefined>
  /** Runs in the counters' transaction after a correct password. */
  readonly record?: (tx: Queryable, found: Found) => Promise<void>
}

type PolicyCounter = queries.LoginCounter & { readonly policy: queries.LoginPolicy }

/** Returns the counters of an attempt. A correct password resets the first one. */
const countersOf = async (
  { database: { db }, clock }: Deps,
  { account, client: { address, device }, everywhere }: Pick<Attempt<unknown>, 'account' | 'client' | 'everywhere'>,
): Promise<readonly [PolicyCounter, ...PolicyCounter[]]> => {
  const onDevice = { scope: 'account', subject: hashSubject(`${account} on ${device}`) } as const
  if (await queries.isKnownDevice(db, onDevice.subject)) return [{ ...onDevice, policy: everywhere ?? devicePolicy }]
  const total = { scope: 'account', subject: hashSubject(account) } as const
  const byAddress = { scope: 'address', subject: hashSubject(address), policy: addressPolicy } as const
  if (everywhere) return [{ ...total, policy: everywhere }, byAddress]
  const policy = policyUnder(await queries.countedAttempts(db, total, clock.now()))
  const atAddress = { scope: 'account', subject: hashSubject(`${account} at ${address}`), policy } as const
  return [atAddress, byAddress, { ...total, policy: onlyCounted }]
}

/** Checks a password or another proof if the counters allow it. Counts first, so that concurrent attempts can't exceed a limit. */
export const checkPassword = async <Found>(
  deps: Deps,
  { account, client, everywhere, step, factor, whose, verify, record }: Attempt<Found>,
): Promise<PasswordCheck<Found>> => {
  const { db } = deps.database
  const counters = await countersOf(deps, { account, client, ...(everywhere && { everywhere }) })
  const retryAfterSeconds = await countAttempt(deps, counters)
  const recordRefusal = async (refusal: Pick<AuditEvent, 'action' | 'throttled'>): Promise<void> => {
    // Never records the typed name, which may be a password.
    const actor = whose && ((await whose()) ?? unknownUser)
    await recordEvent(db, {
      ...refusal,
      kind: 'session',
      facts: { step, ...(factor !== undefined && { factor }) },
      security: true,
      ...(actor && { actor }),
    })
  }
  if (retryAfterSeconds > 0) {
    await recordRefusal({ action: 'login-blocked', throttled: true })
    return { outcome: 'blocked', retryAfterSeconds }
  }
  const found = await verify()
  if (found === undefined) {
    await recordRefusal({ action: 'login-failed' })
    return { outcome: 'wrong' }
  }
  const now = deps.clock.now()
  await db.transaction(async (tx) => {
    const [own, ...shared] = counters
    await queries.resetCounter(tx, own)
    for (const counter of shared) await queries.uncountLogin(tx, counter)
    await queries.rememberDevice(tx, hashSubject(`${account} on ${client.device}`), now)
    await record?.(tx, found)
  })
  return { outcome: 'right', found }
}

export const loginAdministrator = (
  deps: Deps,
  password: string,
  client: Client,
): Promise<PasswordCheck<PasswordLogin>> =>
  checkPassword(deps, {
    account: adminAccount,
    client,
    step: 'password',
    whose: async () => auditActorOf(sharedAdmin),
    verify: async () => {
      const stored = await users.findAdminPassword(deps.database.db)
      if (!(await verifyPassword(stored, password)) || stored === undefined) return undefined
      return { principal: sharedAdmin, credential: fingerprint(stored), ...(await findLoginStep(deps, sharedAdmin)) }
    },
    record: (tx, login) => recordPasswordLogin(tx, deps, login),
  })

/** Logs in with a user's name, ignoring its case, and password. */
export const loginUser = (
  deps: Deps,
  username: string,
  password: string,
  client: Client,
): Promise<PasswordCheck<PasswordLogin>> =>
  checkPassword(deps, {
    account: userAccount(username),
    client,
    step: 'password',
    whose: async () => {
      const user = await users.findActiveUser(deps.database.db, username)
      return user && auditActorOf({ role: user.role, userId: user.id, username: user.username })
    },
    verify: async () => {
      const user = await users.findActiveUser(deps.database.db, username)
      if (!(await verifyPassword(user?.passwordHash, password)) || !user) return undefined
      const principal = { role: user.role, userId: user.id, username: user.username }
      return { principal, credential: fingerprint(user.passwordHash), ...(await findLoginStep(deps, principal)) }
    },
    record: (tx, login) => recordPasswordLogin(tx, deps, login),
  })

interface PasswordOwner {
  readonly principal: Principal
  readonly account: string
  readonly name: string
  readonly find: (db: Queryable) => Promise<string | undefined>
  /** Returns false when the stored password is no longer `known`. */
  readonly exchange: (db: Queryable, known: string, passwordHash: string) => Promise<boolean>
}

/**
 * Changes a password if the current one is right. A wrong current password counts as a failed login. The new password is checked only after the
 * current one. Returns the session to open, since all earlier ones end.
 * @throws HttpError 400 when the new password is easy to guess, 409 when the password was changed concurrently
 */
const changePassword = async (
  deps: Deps,
  { principal, account, name, find, exchange }: PasswordOwner,
  { currentPassword, newPassword }: PasswordChange,
  client: Client,
): Promise<LoginResult> => {
  const { db } = deps.database
  const checked = await checkPassword(deps, {
    account,
    client,
    step: 'confirmation',
    verify: async () => {
      const stored = await find(db)
      return (await verifyPassword(stored, currentPassword)) ? stored : undefined
    },
  })
  if (checked.outcome !== 'right') return checked
  const names = [...companyNames(await readCompany(db)), name]
  await refuseGuessable('newPassword', { password: newPassword, names })
  const passwordHash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    if (!(await exchange(tx, checked.found, passwordHash))) {
      throw new HttpError(409, 'Passordet ble byttet et annet sted i mellomtiden.')
    }
    await recordEvent(tx, {
      action: 'password-changed',
      kind: 'user',
      id: principal.userId ?? undefined,
      title: name,
      security: true,
    })
  })
  return { outcome: 'right', found: { principal, credential: fingerprint(passwordHash) } }
}

export const changeUserPassword = (
  deps: Deps,
  principal: UserPrincipal,
  change: PasswordChange,
  client: Client,
): Promise<LoginResult> => {
  const { userId, username } = principal
  const owner: PasswordOwner = {
    principal,
    account: userAccount(username),
    name: username,
    find: (db) => users.findUserPassword(db, userId),
    exchange: (db, known, passwordHash) => users.exchangeUserPassword(db, userId, known, passwordHash),
  }
  return changePassword(deps, owner, change, client)
}

/** Changes the shared password of the administrator; see `changePassword`. @throws HttpError 409 if the environment sets it */
export const changeAdministratorPassword = async (
  deps: Deps,
  change: PasswordChange,
  client: Client,
): Promise<LoginResult> => {
  // The environment's password would replace the changed one at the next start.
  if (deps.config.adminPassword !== undefined) {
    throw new HttpError(409, 'Passordet er satt på serveren (ADMIN_PASSWORD) og kan bare byttes der.')
  }
  const owner: PasswordOwner = {
    principal: sharedAdmin,
    account: adminAccount,
    name: adminName,
    find: users.findAdminPassword,
    exchange: users.exchangeAdminPassword,
  }
  return changePassword(deps, owner, change, client)
}

/** Checks the logged-in user's password. A wrong one counts as a failed login. */
export const confirmPassword = (
  deps: Deps,
  principal: Principal,
  password: string,
  client: Client,
): Promise<PasswordCheck<true>> => {
  const { userId, username } = principal
  return checkPassword(deps, {
    account: userId === null ? adminAccount : userAccount(username),
    client,
    step: 'confirmation',
    record: (tx) => recordConfirmation(tx, principal, { step: 'confirmation' }),
    verify: async () => {
      const { db } = deps.database
      const stored = await (userId === null ? users.findAdminPassword(db) : users.findUserPassword(db, userId))
      return (await verifyPassword(stored, password)) || undefined
    },
  })
}
