import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { waitForLock } from './advisory-lock.ts'
import type { Queryable } from './database.ts'
import { systemSettings } from './system-settings.table.ts'

/** Returns the stored value of a key, not validated; undefined if the key has no value. */
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

/** Stores a value unless the key has one. Returns true if it was stored. Concurrent callers wait for the first one's commit. */
export const addSetting = async (db: Queryable, key: string, value: unknown): Promise<boolean> => {
  const added = await db
    .insert(systemSettings)
    .values({ key, value })
    .onConflictDoNothing()
    .returning({ key: systemSettings.key })
  return added.length > 0
}

/** Replaces the stored value if it is still `known`; otherwise stores nothing and returns false. */
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

/** Defines a setting that users change, stored under `key`. Its value is `fallback` until its first change. */
export const defineSetting = <Value>(key: string, schema: z.ZodType<Value>, fallback: Value) => {
  const read = async (db: Queryable): Promise<Value> => {
    const stored = await readSetting(db, key)
    return stored === undefined ? fallback : schema.parse(stored)
  }
  const write = (db: Queryable, value: Value): Promise<void> => writeSetting(db, key, value)
  return {
    key,
    read,
    write,
    /**
     * Replaces the value; concurrent calls run one after the other. If the value is no longer `known`, throws the result of `stale`.
     * Without `known`, replaces any value. `tx` is a transaction.
     */
    exchange: async (tx: Queryable, known: Value | undefined, value: Value, stale: (current: Value) => Error) => {
      await waitForLock(tx, key)
      const current = await read(tx)
      if (known !== undefined && !isDeepStrictEqual(known, current)) throw stale(current)
      await write(tx, value)
    },
  }
}
