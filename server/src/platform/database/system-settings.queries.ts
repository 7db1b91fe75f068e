import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { systemSettings } from './system-settings.table.ts'

/** The value under a key as it was stored, not validated; undefined when there is none. */
export const readSetting = async (db: Queryable, key: string): Promise<unknown> => {
  const [row] = await db.select({ value: systemSettings.value }).from(systemSettings).where(eq(systemSettings.key, key))
  return row?.value
}

/** Stores a value under a key, over whatever was there. */
export const writeSetting = async (db: Queryable, key: string, value: unknown): Promise<void> => {
  await db
    .insert(systemSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: systemSettings.key, set: { value } })
}

/** Stores a value unless the key has one; tells whether it did. Of several at once, the others wait for the first one's commit. */
export const addSetting = async (db: Queryable, key: string, value: unknown): Promise<boolean> => {
  const added = await db
    .insert(systemSettings)
    .values({ key, value })
    .onConflictDoNothing()
    .returning({ key: systemSettings.key })
  return added.length > 0
}

/** Stores a value over `known`; false, and nothing is stored, where another value stands there by now. */
export const exchangeSetting = async (db: Queryable, key: string, known: unknown, value: unknown): Promise<boolean> => {
  const unchanged = sql`${systemSettings.value} = ${JSON.stringify(known)}::jsonb`
  const changed = await db
    .update(systemSettings)
    .set({ value })
    .where(and(eq(systemSettings.key, key), unchanged))
    .returning({ key: systemSettings.key })
  return changed.length > 0
}
