import type pg from 'pg'
import { connectionOf, type Queryable } from './database.ts'
import { allowSilence } from './silence.ts'

/** Timeout in milliseconds for a statement of a migration, backup or restore, such as building an index. */
const maintenanceTimeoutMs = 60 * 60_000

/** Timeout in milliseconds for a statement of an import. */
const importTimeoutMs = 5 * 60_000

/** Extends the timeouts with SET LOCAL, which applies until the transaction ends, even behind a pooler that shares sessions. */
const extendTimeouts = async (client: pg.ClientBase, ms: number): Promise<void> => {
  allowSilence(client, ms)
  await client.query(`SET LOCAL statement_timeout = ${ms}; SET LOCAL idle_in_transaction_session_timeout = ${ms}`)
}

/** Lets a transaction's statements, and the pauses between them, take minutes instead of the pool's seconds. */
export const allowLongStatements = async (tx: Queryable): Promise<void> => {
  const client = connectionOf(tx)
  if (client) await extendTimeouts(client, importTimeoutMs)
}

/**
 * Lets a transaction's statements, and the pauses between them, take up to an hour. Use it only where needed: if the database vanishes, the
 * transaction waits just as long.
 */
export const allowMaintenance = (client: pg.ClientBase): Promise<void> => extendTimeouts(client, maintenanceTimeoutMs)

/**
 * Runs `work` on one connection inside a transaction that commits when `work` returns and rolls back when it throws.
 * For SQL that bypasses drizzle: migrations, backups. Features use `db.transaction`.
 */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> => {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back in any state, even during a COPY.
    client.release(true)
    throw error
  }
}
