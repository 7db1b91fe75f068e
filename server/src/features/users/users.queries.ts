import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import {
  addSetting,
  exchangeSetting,
  readSetting,
  writeSetting,
} from '../../platform/database/system-settings.queries.ts'
import { users } from './users.table.ts'

/** Where system_settings keeps the administrator's password, hashed. */
export const adminPasswordKey = 'admin_password'

/** The sales user who may log in with this username (in any case), with the stored password. */
export const findActiveUser = async (db: Queryable, username: string) => {
  const byName = eq(sql`lower(${users.username})`, username.toLowerCase())
  const [user] = await db.select().from(users).where(and(byName, users.isActive))
  return user
}

/** The administrator's stored password; none before the first start has ended. */
export const findAdminPassword = async (db: Queryable): Promise<string | undefined> => {
  const value = await readSetting(db, adminPasswordKey)
  return typeof value === 'string' ? value : undefined
}

/** Stores the administrator's password, hashed, unless there is one; tells whether it did. */
export const addAdminPassword = (db: Queryable, passwordHash: string): Promise<boolean> =>
  addSetting(db, adminPasswordKey, passwordHash)

export const replaceAdminPassword = (db: Queryable, passwordHash: string): Promise<void> =>
  writeSetting(db, adminPasswordKey, passwordHash)

/** Replaces the administrator's stored password unless it is no longer `known`; tells whether it did. */
export const exchangeAdminPassword = (db: Queryable, known: string, passwordHash: string): Promise<boolean> =>
  exchangeSetting(db, adminPasswordKey, known, passwordHash)

/** The stored password of a sales user. */
export const findUserPassword = async (db: Queryable, id: number): Promise<string | undefined> => {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id))
  return user?.passwordHash
}

/** Replaces the stored password of a sales user unless it is no longer `known`; tells whether it did. */
export const exchangeUserPassword = async (
  db: Queryable,
  id: number,
  known: string,
  passwordHash: string,
): Promise<boolean> => {
  const changed = await db
    .update(users)
    .set({ passwordHash, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, id), eq(users.passwordHash, known)))
    .returning({ id: users.id })
  return changed.length > 0
}

type NewUser = Pick<typeof users.$inferInsert, 'username' | 'passwordHash' | 'isActive'>
type UserChanges = { [Field in keyof NewUser]?: NewUser[Field] | undefined }

/** What of a user may leave the server. */
const listed = {
  id: users.id,
  username: users.username,
  isActive: users.isActive,
  lastLoginAt: users.lastLoginAt,
  version: users.version,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

export const listUsers = (db: Queryable) =>
  db.select(listed).from(users).orderBy(asc(users.username), asc(users.id)).limit(maxListRows)

export const findUser = async (db: Queryable, id: number) => {
  const [user] = await db.select(listed).from(users).where(eq(users.id, id))
  return user
}

/** Returns the new user, or undefined when the name is taken. */
export const insertUser = async (db: Queryable, user: NewUser) => {
  const [inserted] = await db.insert(users).values(user).onConflictDoNothing().returning(listed)
  return inserted
}

/** Changes the given fields; undefined when the user is gone or, with a `version`, has another one by now. */
export const updateUser = async (
  db: Queryable,
  id: number,
  { version, ...changes }: UserChanges & { version?: number | undefined },
) => {
  const [updated] = await db
    .update(users)
    .set({ ...changes, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, id), version === undefined ? undefined : eq(users.version, version)))
    .returning(listed)
  return updated
}

/** Takes note of a login; that is no change of the user, so neither `version` nor `updatedAt` moves. */
export const recordLogin = async (db: Queryable, id: number, at: Date): Promise<void> => {
  await db
    .update(users)
    .set({ lastLoginAt: at.toISOString(), updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, id))
}

/** False when there is no such user. */
export const deleteUser = async (db: Queryable, id: number): Promise<boolean> => {
  const deleted = await db.delete(users).where(eq(users.id, id)).returning({ id: users.id })
  return deleted.length > 0
}
