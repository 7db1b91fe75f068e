import { and, eq, gt, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { type Queryable, statementName } from '../../platform/database/database.ts'
import { systemSettings } from '../../platform/database/system-settings.table.ts'
import { fingerprint } from '../../platform/session/passwords.ts'
import { type Principal, sharedAdmin } from '../../platform/session/principal.ts'
import type { SessionStorage, StoredSession } from '../../platform/session/sessions.ts'
import { factorPolicy, pendingStep } from '../second-factor/second-factor.queries.ts'
import { adminPasswordKey, sharedPasswordOffKey } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { knownDays } from './session.devices.ts'
import { knownDevices, loginFailures, sessions } from './session.table.ts'

const milliseconds = (interval: SQL) => sql`extract(epoch from ${interval}) * 1000`.mapWith(Number)

/** Condition: the shared password is on. While it is off, sessions that were opened with it are invalid. */
const sharedPasswordIsOn = sql`not exists (select from system_settings where key = ${sql.raw(`'${sharedPasswordOffKey}'`)})`

/** Prepares the query for a session, since almost every call runs it. */
const sessionQuery = (db: Queryable) => {
  const at = sql`${sql.placeholder('at')}::timestamptz`
  return db
    .select({
      userId: users.id,
      username: users.username,
      role: users.role,
      userPassword: users.passwordHash,
      adminPassword: systemSettings.value,
      data: sessions.data,
      age: milliseconds(sql`${at} - ${sessions.createdAt}`),
      timeLeft: milliseconds(sql`${sessions.expiresAt} - ${at}`),
      step: pendingStep({ userId: sessions.userId, passed: sql`(${sessions.data} -> 'passedFactor') = 'true'` }),
      unseen: milliseconds(sql`${at} - ${sessions.lastSeenAt}`),
      proofAge: milliseconds(sql`${at} - ${sessions.provenAt}`),
    })
    .from(sessions)
    .leftJoin(users, and(eq(users.id, sessions.userId), users.isActive))
    .leftJoin(
      systemSettings,
      and(eq(systemSettings.key, adminPasswordKey), sql`${sessions.userId} is null`, sharedPasswordIsOn),
    )
    .where(and(eq(sessions.id, sql.placeholder('idHash')), gt(sessions.expiresAt, at)))
    .prepare(statementName(db, 'find_session'))
}

/** The settings that can make a session invalid: those that `sessionQuery` reads. */
export const sessionSettings = [adminPasswordKey, sharedPasswordOffKey, factorPolicy.key] as const

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionQuery>['execute']>>[number]

/** Converts a session's row; undefined once the password that opened the session is no longer valid. */
const toSession = (row: SessionRow): StoredSession | undefined => {
  const { userId, username, role } = row
  const principal: Principal =
    userId === null || username === null || role === null ? sharedAdmin : { role, userId, username }
  const password = principal.userId === null ? row.adminPassword : row.userPassword
  // The query joins active users only. If there is no password to compare, the session is invalid.
  if (typeof password !== 'string') return undefined
  const credential = fingerprint(password)
  if (row.data.credential !== credential) return undefined
  return {
    principal,
    credential,
    passedFactor: row.data.passedFactor === true,
    age: row.age,
    timeLeft: row.timeLeft,
    unseen: row.unseen,
    proofAge: row.proofAge,
    step: row.step,
  }
}

export const sessionStorage = (db: Queryable): SessionStorage => {
  const query = sessionQuery(db)
  return {
    find: async (idHash, now) => {
      const [row] = await query.execute({ idHash, at: now.toISOString() })
      return row && toSession(row)
    },
    add: async (idHash, { principal, credential, passedFactor = false, origin, createdAt, expiresAt }) => {
      const now = createdAt.toISOString()
      await db.insert(sessions).values({
        id: idHash,
        userId: principal.userId,
        data: { credential, passedFactor },
        createdAt: now,
        lastSeenAt: now,
        provenAt: now,
        expiresAt: expiresAt.toISOString(),
        ...origin,
      })
    },
    touch: async (idHash, seenAt, expiresAt) => {
      const seen = { lastSeenAt: seenAt.toISOString(), expiresAt: expiresAt.toISOString() }
      await db.update(sessions).set(seen).where(eq(sessions.id, idHash))
    },
    remove: async (idHash) => {
      await db.delete(sessions).where(eq(sessions.id, idHash))
    },
  }
}

/** Deletes the shared administrator's sessions, so that they don't come back when the password is switched on again. */
export const deleteSharedSessions = async (db: Queryable): Promise<void> => {
  await db.delete(sessions).where(isNull(sessions.userId))
}

/** A counter of login attempts for an account or an IP address. `subject` is hashed. */
export interface LoginCounter {
  readonly scope: 'account' | 'address'
  readonly subject: string
}

/** After `freeAttempts` failed logins, each further attempt must wait: 1 s, 2 s, 4 s … up to `maxDelaySeconds`. */
export interface LoginPolicy {
  readonly freeAttempts: number
  readonly maxDelaySeconds: number
}

/** A counter is reset after this time without attempts. */
const counterLifetime = sql`interval '1 hour'`

/** The time until which attempts are blocked. Limits the exponent to 20, since 2^20 s exceeds every `maxDelaySeconds`. */
const blockedUntil = ({ freeAttempts, maxDelaySeconds }: LoginPolicy) => {
  const excess = sql`${loginFailures.failures} - ${freeAttempts}::int`
  const delay = sql`least(${maxDelaySeconds}::int, power(2, least(${excess}, 20)))`
  return sql`${loginFailures.lastFailedAt} + case when ${excess} < 0 then 0 else ${delay} end * interval '1 second'`
}

/**
 * Counts a login attempt before it is checked; the row lock serializes concurrent attempts. Returns 0, or the seconds to wait if the
 * attempt is blocked. Blocked attempts aren't counted.
 */
export const countLogin = async (
  db: Queryable,
  counter: LoginCounter,
  policy: LoginPolicy,
  now: Date,
): Promise<number> => {
  const at = now.toISOString()
  const isOutdated = sql`${loginFailures.lastFailedAt} < ${at}::timestamptz - ${counterLifetime}`
  const counted = await db
    .insert(loginFailures)
    .values({ ...counter, failures: 1, firstFailedAt: at, lastFailedAt: at })
    .onConflictDoUpdate({
      target: [loginFailures.scope, loginFailures.subject],
      set: {
        failures: sql`case when ${isOutdated} then 1 else ${loginFailures.failures} + 1 end`,
        firstFailedAt: sql`case when ${isOutdated} then ${at}::timestamptz else ${loginFailures.firstFailedAt} end`,
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

export const resetCounter = async (db: Queryable, counter: LoginCounter): Promise<void> => {
  await db.delete(loginFailures).where(isCounter(counter))
}

export const uncountLogin = async (db: Queryable, counter: LoginCounter): Promise<void> => {
  // A concurrent second call waits for the row lock and then sees the updated count.
  const decremented = await db
    .update(loginFailures)
    .set({ failures: sql`${loginFailures.failures} - 1` })
    .where(and(isCounter(counter), gt(loginFailures.failures, 1)))
    .returning({ failures: loginFailures.failures })
  if (decremented.length > 0) return
  await db.delete(loginFailures).where(and(isCounter(counter), eq(loginFailures.failures, 1)))
}

export const rememberDevice = async (db: Queryable, subject: string, now: Date): Promise<void> => {
  const lastLoginAt = now.toISOString()
  const row = { subject, lastLoginAt }
  await db.insert(knownDevices).values(row).onConflictDoUpdate({ target: knownDevices.subject, set: { lastLoginAt } })
}

export const isKnownDevice = async (db: Queryable, subject: string): Promise<boolean> => {
  const rows = await db.select().from(knownDevices).where(eq(knownDevices.subject, subject))
  return rows.length > 0
}

/** Returns the attempts counted so far; 0 after a reset. */
export const countedAttempts = async (db: Queryable, counter: LoginCounter, now: Date): Promise<number> => {
  const isCurrent = gte(loginFailures.lastFailedAt, sql`${now.toISOString()}::timestamptz - ${counterLifetime}`)
  const [row] = await db
    .select({ failures: loginFailures.failures })
    .from(loginFailures)
    .where(and(isCounter(counter), isCurrent))
  return row?.failures ?? 0
}

export const deleteExpired = async (db: Queryable, now: Date): Promise<void> => {
  const at = now.toISOString()
  await db.delete(sessions).where(lte(sessions.expiresAt, at))
  await db.delete(loginFailures).where(lt(loginFailures.lastFailedAt, sql`${at}::timestamptz - ${counterLifetime}`))
  const oldest = sql`${at}::timestamptz - ${knownDays}::int * interval '1 day'`
  await db.delete(knownDevices).where(lt(knownDevices.lastLoginAt, oldest))
}
