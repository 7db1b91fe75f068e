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
