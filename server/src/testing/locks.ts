import type pg from 'pg'
import { waitFor } from './wait-for.ts'

/** Waits until a transaction of this database is blocked by another's lock. */
export const waitForBlockedTransaction = async (pool: pg.Pool): Promise<void> => {
  const countBlocked = async (): Promise<number | null> => {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rowCount
  }
  await waitFor(countBlocked, () => 'No transaction waits for a lock')
}
