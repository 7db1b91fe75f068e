import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** The database, or a transaction in it: queries take either, so that a transaction fits in the same place. */
export type Queryable = NodePgDatabase

/** An open database: a pool of connections and drizzle over it. */
export interface Database {
  readonly db: NodePgDatabase
  readonly pool: pg.Pool
  close(): Promise<void>
}

const connections = new WeakMap<Queryable, pg.ClientBase>()

/** The connection that a transaction of `db.transaction` runs on, for SQL beside drizzle; undefined for anything else. */
export const connectionOf = (tx: Queryable): pg.ClientBase | undefined => connections.get(tx)

/** Opens a pool of at most `max` connections. Connects at the first query, not here. */
export const openDatabase = (options: pg.PoolConfig): Database => {
  // Who waits longer for a connection is better told that the database is away.
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 5_000, ...options })
  // A connection that breaks while idle must not end the process: the next query opens a new one.
  pool.on('error', () => {})
  // Nor must one that breaks in a transaction: its query is rejected as well, and that is where it is dealt with.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzle({ client: pool })
  db.transaction = async (work, config) => {
    // drizzle's own, over a pool, never gives a connection back whose BEGIN failed: each would be lost for ever.
    const client = await pool.connect()
    try {
      return await drizzle({ client }).transaction((tx) => {
        connections.set(tx, client)
        return work(tx)
      }, config)
    } finally {
      client.release()
    }
  }
  return { db, pool, close: () => pool.end() }
}
