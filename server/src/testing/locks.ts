import type pg from 'pg'
import { waitFor } from './wait-for.ts'

/** Waits until a transaction of this database is blocked by the lock of another one. */
export const waitForBlockedTransaction = async (pool: pg.Pool): Promise<void> => {
  const countBlocked = async (): Promise<number | null> => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount
  }
  await waitFor(countBlocked, () => 'No transaction waits for a lock')
}

/** Makes a call while a transaction with `statement` is open. Commits once a lock of that transaction blocks the call. Returns the call's result. */
export const callDuring = async <Result>(
  pool: pg.Pool,
  [statement, ...values]: readonly [string, ...unknown[]],
  call: () => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(statement, values)
    const result = call()
    await waitForBlockedTransaction(pool)
    await client.query('COMMIT')
    return await result
  } finally {
    client.release()
  }
}
