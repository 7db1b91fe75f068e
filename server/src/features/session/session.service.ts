import { createHash } from 'node:crypto'
import type { Deps } from '../../app.ts'
import { fingerprint, verifyPassword } from '../../platform/session/passwords.ts'
import type { OpenedSession } from '../../platform/session/sessions.ts'
import { findActiveUser, findAdminPassword, recordLogin } from '../users/users.queries.ts'
import {
  countLogin,
  isKnownAddress,
  type LoginCounter,
  type LoginPolicy,
  rememberAddress,
  resetCounter,
  uncountLogin,
} from './session.queries.ts'

/** What a login comes to. */
export type LoginResult =
  | { readonly outcome: 'opened'; readonly session: OpenedSession }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'blocked'; readonly retryAfterSeconds: number }

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

/** Counts the login in all its counters or in none; answers 0, or the seconds to wait. */
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

interface Attempt {
  readonly account: string
  readonly address: string
  /** Checks the password; takes as long for an account that does not exist. */
  readonly verify: () => Promise<OpenedSession | undefined>
}

/** Checks a password at most as often as the counters allow. Counted before it is checked, many tries at once gain nothing. */
const attemptLogin = async (deps: Deps, { account, address, verify }: Attempt): Promise<LoginResult> => {
  const { db } = deps.database
  const place = hashSubject(`${account} at ${address}`)
  // Logins from where the account has logged in before are counted on their own: a stranger's tries do not delay them.
  const known = await isKnownAddress(db, place)
  const byAccount = { scope: 'account', subject: known ? place : hashSubject(account) } as const
  const byAddress = { scope: 'address', subject: hashSubject(address) } as const

  const retryAfterSeconds = await countInAll(deps, [byAccount, byAddress])
  if (retryAfterSeconds > 0) return { outcome: 'blocked', retryAfterSeconds }
  const session = await verify()
  if (!session) return { outcome: 'wrong' }
  const { principal } = session
  const now = deps.clock.now()
  await db.transaction(async (tx) => {
    await resetCounter(tx, byAccount)
    await uncountLogin(tx, byAddress)
    await rememberAddress(tx, place, now)
    if (principal.role === 'sales') await recordLogin(tx, principal.userId, now)
  })
  return { outcome: 'opened', session }
}

/** Logs in with the administrator's password. */
export const loginAdministrator = (deps: Deps, password: string, address: string): Promise<LoginResult> =>
  attemptLogin(deps, {
    account: 'admin',
    address,
    verify: async () => {
      const stored = await findAdminPassword(deps.database.db)
      if (!(await verifyPassword(stored, password)) || stored === undefined) return undefined
      return { principal: { role: 'admin' }, credential: fingerprint(stored) }
    },
  })

/** Logs in with a sales user's name (in any case) and password. */
export const loginUser = (deps: Deps, username: string, password: string, address: string): Promise<LoginResult> =>
  attemptLogin(deps, {
    account: `user:${username.toLowerCase()}`,
    address,
    verify: async () => {
      const user = await findActiveUser(deps.database.db, username)
      if (!(await verifyPassword(user?.passwordHash, password)) || !user) return undefined
      const principal = { role: 'sales', userId: user.id, username: user.username } as const
      return { principal, credential: fingerprint(user.passwordHash) }
    },
  })
