import { sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'

/**
 * Takes a database-wide lock, shared by all server instances, until the transaction ends. Returns false if another transaction has it.
 * @param tx a transaction
 */
export const tryLock = async (tx: Queryable, name: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`,
  )
  return rows[0]?.taken === true
}

/**
 * Like `tryLock`, but waits until the lock is free.
 * @param tx a transaction
 */
export const waitForLock = async (tx: Queryable, name: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
