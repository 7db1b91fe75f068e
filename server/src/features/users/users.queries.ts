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

/** Key of the administrator's password hash in system_settings. */
export const adminPasswordKey = 'admin_password'

/** The active sales user with this username (in any case), with the password hash. */
export const findActiveUser = async (db: Queryable, username: string) => {
  const byName = eq(sql`lower(${users.username})`, username.toLowerCase())
  const [user] = await db.select().from(users).where(and(byName, users.isActive))
  return user
}

/** The administrator's password hash; undefined until the first start is complete. */
export const findAdminPassword = async (db: Queryable): Promise<string | undefined> => {
  const value = await readSetting(db, adminPasswordKey)
  return typeof value === 'string' ? value : undefined
}

/** Stores the administrator's password hash unless there is one; returns whether it did. */
export const addAdminPassword = (db: Queryable, passwordHash: string): Promise<boolean> =>
  addSetting(db, adminPasswordKey, passwordHash)

export const replaceAdminPassword = (db: Queryable, passwordHash: string): Promise<void> =>
  writeSetting(db, adminPasswordKey, passwordHash)

/** Replaces the administrator's password hash if it is still `known`; returns whether it did. */
export const exchangeAdminPassword = (db: Queryable, known: string, passwordHash: string): Promise<boolean> =>
  exchangeSetting(db, adminPasswordKey, known, passwordHash)

/** The password hash of a sales user. */
export const findUserPassword = async (db: Queryable, id: number): Promise<string | undefined> => {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id))
  return user?.passwordHash
}

/** Replaces the password hash of a sales user if it is still `known`; returns whether it did. */
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

/** Columns that may leave the server. */
const publicColumns = {
  id: users.id,
  username: users.username,
  isActive: users.isActive,
  lastLoginAt: users.lastLoginAt,
  version: users.version,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

export const listUsers = (db: Queryable) =>
  db.select(publicColumns).from(users).orderBy(asc(users.username), asc(users.id)).limit(maxListRows)

export const findUser = async (db: Queryable, id: number) => {
  const [user] = await db.select(publicColumns).from(users).where(eq(users.id, id))
  return user
}

/** Returns the new user, or undefined when the name is taken. */
export const insertUser = async (db: Queryable, user: NewUser) => {
  const [inserted] = await db.insert(users).values(user).onConflictDoNothing().returning(publicColumns)
  return inserted
}

/** Changes the given fields; undefined when the user is gone or `version` is stale. */
export const updateUser = async (
  db: Queryable,
  id: number,
  { version, ...changes }: UserChanges & { version?: number | undefined },
) => {
  const [updated] = await db
    .update(users)
    .set({ ...changes, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, id), version === undefined ? undefined : eq(users.version, version)))
    .returning(publicColumns)
  return updated
}

/** Records a login without changing `version` or `updatedAt`. */
export const recordLogin = async (db: Queryable, id: number, at: Date): Promise<void> => {
  await db
    .update(users)
    .set({ lastLoginAt: at.toISOString(), updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, id))
}

/** Returns false when there is no such user. */
export const deleteUser = async (db: Queryable, id: number): Promise<boolean> => {
  const deleted = await db.delete(users).where(eq(users.id, id)).returning({ id: users.id })
  return deleted.length > 0
}
