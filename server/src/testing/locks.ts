import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Waits until a transaction of this database is blocked by another's lock. */
export const waitForBlockedTransaction = async (pool: pg.Pool): Promise<void> => {
  for (const end = Date.now() + 45_000; ; await sleep(10)) {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    if (Date.now() > end) throw new Error('No transaction waits for a lock')
  }
}
