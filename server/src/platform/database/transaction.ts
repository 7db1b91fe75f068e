import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Queryable } from './database.ts'

/**
 * Runs `work` on one connection inside a transaction that commits when it returns and rolls back when it throws.
 * For SQL beside drizzle; queries of features use `db.transaction`.
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
    // Closing the connection rolls back whatever state it is in, also in the middle of a COPY.
    client.release(true)
    throw error
  }
}

/** The features' queries on one connection: inside the transaction that it is in. */
export const queryableOn = (client: pg.PoolClient): Queryable => drizzle({ client })
