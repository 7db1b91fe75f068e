import { and, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { systemSettings } from '../../platform/database/system-settings.table.ts'
import { fingerprint } from '../../platform/session/passwords.ts'
import type { Principal } from '../../platform/session/principal.ts'
import type { SessionStorage, StoredSession } from '../../platform/session/sessions.ts'
import { adminPasswordKey } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { knownAddresses, loginFailures, sessions } from './session.table.ts'

const milliseconds = (interval: SQL) => sql`extract(epoch from ${interval}) * 1000`.mapWith(Number)

const findSession = async (db: Queryable, idHash: string, now: Date): Promise<StoredSession | undefined> => {
  const at = now.toISOString()
  const [row] = await db
    .select({
      userId: users.id,
      username: users.username,
      userPassword: users.passwordHash,
      adminPassword: systemSettings.value,
      data: sessions.data,
      age: milliseconds(sql`${at}::timestamptz - ${sessions.createdAt}`),
      timeLeft: milliseconds(sql`${sessions.expiresAt} - ${at}::timestamptz`),
    })
    .from(sessions)
    .leftJoin(users, and(eq(users.id, sessions.userId), users.isActive))
    .leftJoin(systemSettings, and(eq(systemSettings.key, adminPasswordKey), sql`${sessions.userId} is null`))
    .where(and(eq(sessions.id, idHash), gt(sessions.expiresAt, at)))
  if (!row) return undefined
  const { userId, username } = row
  const principal: Principal =
    userId === null || username === null ? { role: 'admin' } : { role: 'sales', userId, username }
  const password = principal.role === 'sales' ? row.userPassword : row.adminPassword
  // A deactivated user has no row to join, so that the session finds neither password and ends with it.
  if (typeof password !== 'string' || row.data.credential !== fingerprint(password)) return undefined
  return { principal, credential: fingerprint(password), age: row.age, timeLeft: row.timeLeft }
}

/** Sessions as rows of the database. */
export const sessionStorage = (db: Queryable): SessionStorage => ({
  find: (idHash, now) => findSession(db, idHash, now),
  add: async (idHash, { principal, credential }, createdAt, expiresAt) => {
    await db.insert(sessions).values({
      id: idHash,
      userId: principal.role === 'sales' ? principal.userId : null,
      data: { credential },
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })
  },
  prolong: async (idHash, expiresAt) => {
    const later = expiresAt.toISOString()
    await db.update(sessions).set({ expiresAt: later }).where(eq(sessions.id, idHash))
  },
  remove: async (idHash) => {
    await db.delete(sessions).where(eq(sessions.id, idHash))
  },
})

/** A counter of logins: an account's, or a network address's. `subject` is hashed. */
export interface LoginCounter {
  readonly scope: 'account' | 'address'
  readonly subject: string
}

/** After `free` logins that were not right each further one waits, 1 s, 2 s, 4 s … up to `maxDelaySeconds`. */
export interface LoginPolicy {
  readonly free: number
  readonly maxDelaySeconds: number
}

/** A counter that has rested this long starts anew. */
const forgetAfter = sql`interval '1 hour'`

/** The moment before which the counter lets nobody try. 2^20 s is beyond every cap. */
const blockedUntil = ({ free, maxDelaySeconds }: LoginPolicy) => {
  const over = sql`${loginFailures.failures} - ${free}::int`
  const delay = sql`least(${maxDelaySeconds}::int, power(2, least(${over}, 20)))`
  return sql`${loginFailures.lastFailedAt} + case when ${over} < 0 then 0 else ${delay} end * interval '1 second'`
}

/**
 * Counts a login that is about to be checked; the row's lock makes logins at once count one after the other.
 * Answers 0, or the seconds to wait when it may not be tried now; then nothing is counted.
 */
export const countLogin = async (
  db: Queryable,
  counter: LoginCounter,
  policy: LoginPolicy,
  now: Date,
): Promise<number> => {
  const at = now.toISOString()
  const rested = sql`${loginFailures.lastFailedAt} < ${at}::timestamptz - ${forgetAfter}`
  const counted = await db
    .insert(loginFailures)
    .values({ ...counter, failures: 1, firstFailedAt: at, lastFailedAt: at })
    .onConflictDoUpdate({
      target: [loginFailures.scope, loginFailures.subject],
      set: {
        failures: sql`case when ${rested} then 1 else ${loginFailures.failures} + 1 end`,
        firstFailedAt: sql`case when ${rested} then ${at}::timestamptz else ${loginFailures.firstFailedAt} end`,
        lastFailedAt: at,
      },
      setWhere: sql`${blockedUntil(policy)} <= ${at}::timestamptz`,
    })
    .returning({ failures: loginFailures.failures })
  return counted.length > 0 ? 0 : secondsToWait(db, counter, policy, at)
}

const isCounter = ({ scope, subject }: LoginCounter) =>
  and(eq(loginFailures.scope, scope), eq(loginFailures.subject, subject))

const secondsToWait = async (
  db: Queryable,
  counter: LoginCounter,
  policy: LoginPolicy,
  at: string,
): Promise<number> => {
  const seconds = sql`ceil(extract(epoch from ${blockedUntil(policy)} - ${at}::timestamptz))`.mapWith(Number)
  const [row] = await db.select({ seconds }).from(loginFailures).where(isCounter(counter))
  return Math.max(1, row?.seconds ?? 1)
}

/** Starts a counter anew, after a login that was right. */
export const resetCounter = async (db: Queryable, counter: LoginCounter): Promise<void> => {
  await db.delete(loginFailures).where(isCounter(counter))
}

/** Takes back one count, of a login that was right. */
export const uncountLogin = async (db: Queryable, counter: LoginCounter): Promise<void> => {
  // Of two at once the second waits for the first one's row and then looks at what that left.
  const left = await db
    .update(loginFailures)
    .set({ failures: sql`${loginFailures.failures} - 1` })
    .where(and(isCounter(counter), gt(loginFailures.failures, 1)))
    .returning({ failures: loginFailures.failures })
  if (left.length > 0) return
  await db.delete(loginFailures).where(and(isCounter(counter), eq(loginFailures.failures, 1)))
}

export const rememberAddress = async (db: Queryable, subject: string, now: Date): Promise<void> => {
  const lastLoginAt = now.toISOString()
  const row = { subject, lastLoginAt }
  await db
    .insert(knownAddresses)
    .values(row)
    .onConflictDoUpdate({ target: knownAddresses.subject, set: { lastLoginAt } })
}

export const isKnownAddress = async (db: Queryable, subject: string): Promise<boolean> => {
  const rows = await db.select().from(knownAddresses).where(eq(knownAddresses.subject, subject))
  return rows.length > 0
}

/** Days for which an address is known after a login from there. */
const knownDays = 30

/** Deletes what time has made worthless: ended sessions, counters that have rested, addresses that were not seen again. */
export const deleteExpired = async (db: Queryable, now: Date): Promise<void> => {
  const at = now.toISOString()
  await db.delete(sessions).where(lte(sessions.expiresAt, at))
  await db.delete(loginFailures).where(lt(loginFailures.lastFailedAt, sql`${at}::timestamptz - ${forgetAfter}`))
  const oldest = sql`${at}::timestamptz - ${knownDays}::int * interval '1 day'`
  await db.delete(knownAddresses).where(lt(knownAddresses.lastLoginAt, oldest))
}
