import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { systemSettings } from './system-settings.table.ts'

/** The stored value of a key, not validated; undefined when there is none. */
export const readSetting = async (db: Queryable, key: string): Promise<unknown> => {
  const [row] = await db.select({ value: systemSettings.value }).from(systemSettings).where(eq(systemSettings.key, key))
  return row?.value
}

/** Stores a value under a key, replacing any earlier one. */
export const writeSetting = async (db: Queryable, key: string, value: unknown): Promise<void> => {
  await db
    .insert(systemSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: systemSettings.key, set: { value } })
}

/** Stores a value unless the key has one; returns whether it did. Concurrent callers wait for the first one's commit. */
export const addSetting = async (db: Queryable, key: string, value: unknown): Promise<boolean> => {
  const added = await db
    .insert(systemSettings)
    .values({ key, value })
    .onConflictDoNothing()
    .returning({ key: systemSettings.key })
  return added.length > 0
}

/** Replaces `known` with a value; returns false, and stores nothing, if the value has changed since. */
export const exchangeSetting = async (db: Queryable, key: string, known: unknown, value: unknown): Promise<boolean> => {
  const unchanged = sql`${systemSettings.value} = ${JSON.stringify(known)}::jsonb`
  const changed = await db
    .update(systemSettings)
    .set({ value })
    .where(and(eq(systemSettings.key, key), unchanged))
    .returning({ key: systemSettings.key })
  return changed.length > 0
}

export const deleteSetting = async (db: Queryable, key: string): Promise<void> => {
  await db.delete(systemSettings).where(eq(systemSettings.key, key))
}
