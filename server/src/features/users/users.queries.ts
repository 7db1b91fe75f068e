import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { systemSettings } from '../settings/settings.table.ts'
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
  const [row] = await db.select().from(systemSettings).where(eq(systemSettings.key, adminPasswordKey))
  return typeof row?.value === 'string' ? row.value : undefined
}

/** Stores the administrator's password, hashed, unless there is one; tells whether it did. */
export const addAdminPassword = async (db: Queryable, passwordHash: string): Promise<boolean> => {
  const row = { key: adminPasswordKey, value: passwordHash }
  const added = await db.insert(systemSettings).values(row).onConflictDoNothing().returning({ key: systemSettings.key })
  return added.length > 0
}

export const replaceAdminPassword = async (db: Queryable, passwordHash: string): Promise<void> => {
  await db.update(systemSettings).set({ value: passwordHash }).where(eq(systemSettings.key, adminPasswordKey))
}

/** Adds a sales user unless one has the name already. */
export const addFirstUser = async (db: Queryable, username: string, passwordHash: string): Promise<void> => {
  await db.insert(users).values({ username, passwordHash }).onConflictDoNothing()
}
