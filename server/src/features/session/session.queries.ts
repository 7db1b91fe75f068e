import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { fingerprint } from '../../platform/session/passwords.ts'
import type { Principal } from '../../platform/session/principal.ts'
import type { SessionStorage, StoredSession } from '../../platform/session/sessions.ts'
import { systemSettings } from '../settings/settings.table.ts'
import { adminPasswordKey } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { sessions } from './session.table.ts'

const findSession = async (db: Queryable, idHash: string, now: Date): Promise<StoredSession | undefined> => {
  const [row] = await db
    .select({
      userId: users.id,
      username: users.username,
      userPassword: users.passwordHash,
      adminPassword: systemSettings.value,
      data: sessions.data,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .leftJoin(users, and(eq(users.id, sessions.userId), users.isActive))
    .leftJoin(systemSettings, and(eq(systemSettings.key, adminPasswordKey), sql`${sessions.userId} is null`))
    .where(and(eq(sessions.id, idHash), gt(sessions.expiresAt, now.toISOString())))
  if (!row) return undefined
  const { userId, username } = row
  const principal: Principal =
    userId === null || username === null ? { role: 'admin' } : { role: 'sales', userId, username }
  const password = principal.role === 'sales' ? row.userPassword : row.adminPassword
  // A deactivated user has no row to join, so that the session finds neither password and ends with it.
  if (typeof password !== 'string' || row.data.credential !== fingerprint(password)) return undefined
  return {
    principal,
    credential: fingerprint(password),
    createdAt: new Date(row.createdAt),
    expiresAt: new Date(row.expiresAt),
  }
}

/** Sessions as rows of the database. */
export const sessionStorage = (db: Queryable): SessionStorage => ({
  find: (idHash, now) => findSession(db, idHash, now),
  add: async (idHash, { principal, credential, createdAt, expiresAt }) => {
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

/** Deletes the sessions that ended before `now`. */
export const deleteExpiredSessions = async (db: Queryable, now: Date): Promise<void> => {
  await db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString()))
}
