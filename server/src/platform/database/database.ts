import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isNotNow } from './failures.ts'
import { allowSilence, watchSilence } from './silence.ts'

/** The database, or a transaction in it: queries take either, so that a transaction fits in the same place. */
export type Queryable = NodePgDatabase

/** An open database: a pool of connections and drizzle over it. */
export interface Database {
  readonly db: NodePgDatabase
  readonly pool: pg.Pool
  close(): Promise<void>
}

/**
 * What PostgreSQL itself ends, as parameters of a connection. Milliseconds: a statement that runs or waits for a lock, and a transaction
 * whose owner does nothing with it (a frozen instance must not hold its locks for ever).
 */
export const sessionTimeouts = { statement_timeout: 8_000, idle_in_transaction_session_timeout: 60_000 } as const

/** Longer than a statement may take, so that a database that is only slow says so itself. Milliseconds. */
const silenceMs = 10_000

/** How long a connection rests before the system asks whether the other side is still there. Milliseconds. */
const keepAliveInitialDelayMillis = 10_000

export interface DatabaseOptions extends pg.PoolConfig {
  /** Every connection is a session of PostgreSQL's own and keeps its named statements; behind a pooler it may not be. */
  readonly ownSessions?: boolean
}

const ownSessions = new WeakSet<pg.ClientBase>()

/** Whether a statement that was named on this connection is known there later. */
export const keepsStatements = (client: pg.ClientBase): boolean => ownSessions.has(client)

const connections = new WeakMap<Queryable, pg.ClientBase>()

/** The connection that a transaction of `db.transaction` runs on, for SQL beside drizzle; undefined for anything else. */
export const connectionOf = (tx: Queryable): pg.ClientBase | undefined => connections.get(tx)

/** Opens a pool of at most `max` connections. Connects at the first query, not here. `options` may override the session's timeouts. */
export const openDatabase = ({ ownSessions: own = false, ...options }: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    max: 10,
    // A caller that waits longer for a connection gets 503 instead.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    ...sessionTimeouts,
    ...options,
  })
  // A connection that breaks while idle must not end the process: the next query opens a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // Nor must one that breaks in a transaction: its query is rejected as well, and that is where it is dealt with.
    client.on('error', () => {})
    watchSilence(client, silenceMs)
    if (own) ownSessions.add(client)
  })
  pool.on('release', (_error, client) => allowSilence(client, undefined))
  const db = drizzle({ client: pool })
  db.transaction = async (work, config) => {
    // drizzle's own, over a pool, never gives a connection back whose BEGIN failed: each would be lost for ever.
    const client = await pool.connect()
    let failure: unknown
    try {
      return await drizzle({ client }).transaction(async (tx) => {
        connections.set(tx, client)
        try {
          return await work(tx)
        } catch (error) {
          failure = error
          throw error
        }
      }, config)
    } catch (error) {
      // What a ROLLBACK says on a connection that is gone tells nobody why.
      failure ??= error
      throw failure
    } finally {
      client.release(isNotNow(failure) || client.getTransactionStatus() !== 'I')
    }
  }
  return { db, pool, close: () => pool.end() }
}
