import { maxListRows } from '@kontor/contract/shared/paging'
import type { MorningMail } from '@kontor/contract/users/users.schema'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, hasRows, idsOf, updateRow } from '../../platform/database/rows.ts'
import * as settings from '../../platform/database/system-settings.queries.ts'
import { users } from './users.table.ts'

export const adminPasswordKey = 'admin_password'

/** Finds the active user with this username, ignoring case. Includes the password hash. */
export const findActiveUser = (db: Queryable, username: string) => {
  const byName = eq(sql`lower(${users.username})`, username.toLowerCase())
  return firstRow(db.select().from(users).where(and(byName, users.isActive)))
}

export const findActiveUserById = (db: Queryable, id: number) =>
  firstRow(
    db
      .select()
      .from(users)
      .where(and(eq(users.id, id), users.isActive)),
  )

/** Finds a user by name, ignoring case, even an inactive one. */
export const findUserByName = (db: Queryable, username: string) =>
  firstRow(
    db
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(eq(sql`lower(${users.username})`, username.toLowerCase())),
  )

export const sharedPasswordOffKey = 'shared_password_off'

export const isSharedPasswordOn = async (db: Queryable): Promise<boolean> =>
  (await settings.readSetting(db, sharedPasswordOffKey)) !== true

export const switchSharedPassword = (db: Queryable, on: boolean): Promise<void> =>
  on ? settings.deleteSetting(db, sharedPasswordOffKey) : settings.writeSetting(db, sharedPasswordOffKey, true)

/** Returns the administrator's password hash; undefined until the first start is complete. */
export const findAdminPassword = async (db: Queryable): Promise<string | undefined> => {
  const value = await settings.readSetting(db, adminPasswordKey)
  return typeof value === 'string' ? value : undefined
}

export const addAdminPassword = (db: Queryable, passwordHash: string): Promise<boolean> =>
  settings.addSetting(db, adminPasswordKey, passwordHash)

export const replaceAdminPassword = (db: Queryable, passwordHash: string): Promise<void> =>
  settings.writeSetting(db, adminPasswordKey, passwordHash)

/** Replaces the administrator's password hash; returns false if the stored one is no longer `known`. */
export const exchangeAdminPassword = (db: Queryable, known: string, passwordHash: string): Promise<boolean> =>
  settings.exchangeSetting(db, adminPasswordKey, known, passwordHash)

export const findUserPassword = async (db: Queryable, id: number): Promise<string | undefined> => {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id))
  return user?.passwordHash
}

export const exchangeUserPassword = (
  db: Queryable,
  id: number,
  known: string,
  passwordHash: string,
): Promise<boolean> =>
  hasRows(updateRow(db, users, id, { passwordHash }, eq(users.passwordHash, known)).returning({ id: users.id }))

type NewUser = Pick<typeof users.$inferInsert, 'username' | 'passwordHash' | 'role' | 'isActive'>

/** Columns that may leave the server. */
const publicColumns = {
  id: users.id,
  username: users.username,
  role: users.role,
  isActive: users.isActive,
  lastLoginAt: users.lastLoginAt,
  version: users.version,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

export const listUsers = (db: Queryable) =>
  db.select(publicColumns).from(users).orderBy(asc(users.username), asc(users.id)).limit(maxListRows)

const names = { id: users.id, name: users.username }

/** Lists the names of all users, even inactive ones. */
export const listUserNames = (db: Queryable) => db.select(names).from(users)

export const findUser = (db: Queryable, id: number) =>
  firstRow(db.select(publicColumns).from(users).where(eq(users.id, id)))

/** Returns the new user, or undefined when the name is taken. */
export const insertUser = (db: Queryable, user: NewUser) =>
  firstRow(db.insert(users).values(user).onConflictDoNothing().returning(publicColumns))

export const updateUser = (db: Queryable, id: number, changes: Parameters<typeof updateRow<typeof users>>[3]) =>
  firstRow(updateRow(db, users, id, changes).returning(publicColumns))

/** Records a login without changing `version` or `updatedAt`. */
export const recordLogin = async (db: Queryable, id: number, at: Date): Promise<void> => {
  await db
    .update(users)
    .set({ lastLoginAt: at.toISOString(), updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, id))
}

export const deleteUser = (db: Queryable, id: number) => deleteRow(db, users, id)

const morningMail = { email: users.email, enabled: users.morningMail }

export const findMorningMail = (db: Queryable, id: number) =>
  firstRow(db.select(morningMail).from(users).where(eq(users.id, id)))

/** Changes the user's own settings. Doesn't increment the version, so that administrators' open edits don't get a conflict. */
export const updateMorningMail = (db: Queryable, id: number, { email, enabled }: MorningMail) =>
  firstRow(
    db
      .update(users)
      .set({ email, morningMail: enabled, updatedAt: sql`${users.updatedAt}` })
      .where(eq(users.id, id))
      .returning(morningMail),
  )

const wantsMorningMail = and(eq(users.isActive, true), eq(users.morningMail, true))

/** Lists active users with an address who want a morning mail and whose mail of this day has not been claimed. */
export const listMorningMailUsers = (db: Queryable, today: string): Promise<number[]> =>
  idsOf(
    db
      .select({ id: users.id })
      .from(users)
      .where(
        and(wantsMorningMail, isNotNull(users.email), sql`${users.morningMailedOn} is distinct from ${today}::date`),
      ),
  )

/** Claims the user's morning mail of this day; undefined if another instance has claimed it or the user no longer wants the mail. */
export const claimMorningMail = (tx: Queryable, id: number, today: string) =>
  firstRow(
    tx
      .update(users)
      .set({ morningMailedOn: today, updatedAt: sql`${users.updatedAt}` })
      .where(and(eq(users.id, id), wantsMorningMail, sql`${users.morningMailedOn} is distinct from ${today}::date`))
      .returning({ email: users.email, username: users.username }),
  )
