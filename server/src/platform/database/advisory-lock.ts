import { sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'

/** Takes a lock in the database, which all server instances share, until the transaction ends. Returns false if another transaction has it. */
export const tryLock = async (tx: Queryable, name: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`,
  )
  return rows[0]?.taken === true
}

/** Takes the same lock as `tryLock`, but waits until it is free. */
export const waitForLock = async (tx: Queryable, name: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
