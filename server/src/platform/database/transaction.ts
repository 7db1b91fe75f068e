import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { connectionOf, type Queryable } from './database.ts'
import { allowSilence } from './silence.ts'

/** Statements of migrations, backups and restores: building an index, say. Milliseconds. */
const longestMs = 60 * 60_000

/** The same for the rows that an import writes. Milliseconds. */
const longMs = 5 * 60_000

/** Holds until the end of the transaction, also behind a pooler that shares sessions. */
const setTimeouts = (ms: number): string =>
  `SET LOCAL statement_timeout = ${ms}; SET LOCAL idle_in_transaction_session_timeout = ${ms}`

const allowLong = async (client: pg.ClientBase, ms: number): Promise<void> => {
  allowSilence(client, ms)
  await client.query(setTimeouts(ms))
}

/** Lets the statements of a transaction, and the pauses between them, take minutes where the pool allows seconds. */
export const allowLongStatements = async (tx: Queryable): Promise<void> => {
  const client = connectionOf(tx)
  if (client) await allowLong(client, longMs)
}

/**
 * Runs `work` on one connection inside a transaction that commits when it returns and rolls back when it throws.
 * For SQL beside drizzle, which may take long: migrations, backups. Queries of features use `db.transaction`.
 */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> => {
  const client = await pool.connect()
  try {
    await client.query(begin)
    await allowLong(client, longestMs)
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    // Closing the connection rolls back whatever state it is in, also in the middle of a COPY.
    client.release(true)
    throw error
  }
}

/** The features' queries on one connection: inside the transaction that it is in. */
export const queryableOn = (client: pg.PoolClient): Queryable => drizzle({ client })
