import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isTransientFailure } from './failures.ts'
import { nameOrigin, namingOrigins } from './origin.ts'
import { allowSilence, watchSilence } from './silence.ts'
import { traceQueries } from './trace-queries.ts'

/** The database or a transaction: queries accept either. */
export type Queryable = NodePgDatabase

export interface Database {
  readonly db: NodePgDatabase
  readonly pool: pg.Pool
  close(): Promise<void>
}

/**
 * Connection parameters: the milliseconds after which PostgreSQL cancels a statement (lock waits included) or ends an idle transaction. A frozen
 * instance must not hold its locks forever.
 */
export const sessionTimeouts = { statement_timeout: 6_000, idle_in_transaction_session_timeout: 60_000 } as const

/**
 * Milliseconds without an answer after which a connection is destroyed. Longer than `statement_timeout`, so that a slow database reports its own
 * timeout first; short enough that writes continue within 10 s after a primary froze.
 */
const silenceMs = 7_000

/** Idle time before the first TCP keepalive probe. Milliseconds. */
const keepAliveInitialDelayMillis = 10_000

export interface DatabaseOptions extends pg.PoolConfig {
  /** True if each connection is a PostgreSQL session of its own and keeps its prepared statements, unlike behind some poolers. */
  readonly dedicatedSessions?: boolean
}

const clientsWithDedicatedSession = new WeakSet<pg.ClientBase>()

const databasesWithDedicatedSessions = new WeakSet<Queryable>()

/**
 * Returns a name for `prepare`, for frequent queries: a named statement is planned once per connection. Returns '' if connections don't keep
 * statements; then the statement is planned for each call.
 */
export const statementName = (db: Queryable, name: string): string =>
  databasesWithDedicatedSessions.has(db) ? name : ''

/** Returns true if prepared statements survive on this connection. */
export const keepsPreparedStatements = (client: pg.ClientBase): boolean => clientsWithDedicatedSession.has(client)

const connections = new WeakMap<Queryable, pg.ClientBase>()

/** Returns the connection of a `db.transaction` or of `queryableOn`, for SQL that bypasses drizzle; undefined for other objects. */
export const connectionOf = (tx: Queryable): pg.ClientBase | undefined => connections.get(tx)

/** Returns a `Queryable` on this connection, so that features' queries run inside its open transaction. */
export const queryableOn = (client: pg.PoolClient): Queryable => {
  const db = drizzle({ client })
  connections.set(db, client)
  return db
}

/** Opens a pool of at most `max` connections. Doesn't connect before the first query. `options` may override the session timeouts. */
export const openDatabase = ({ dedicatedSessions = false, ...options }: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    max: 10,
    // A caller that waits longer for a connection gets a 503.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    ...sessionTimeouts,
    ...options,
  })
  traceQueries(pool)
  // A connection that breaks while idle must not end the process. The next query opens a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection that breaks in a transaction must not end the process, either: its query rejects, and the caller handles that.
    client.on('error', () => {})
    watchSilence(client, silenceMs)
    traceQueries(client)
    if (dedicatedSessions) clientsWithDedicatedSession.add(client)
  })
  pool.on('release', (_error, client) => allowSilence(client, undefined))
  const db = drizzle({ client: namingOrigins(pool) as pg.Pool })
  if (dedicatedSessions) databasesWithDedicatedSessions.add(db)
  db.transaction = async (work, config) => {
    // drizzle's own implementation leaks the pool's connection when BEGIN fails.
    const client = await pool.connect()
    let failure: unknown
    try {
      return await drizzle({ client }).transaction(async (tx) => {
        connections.set(tx, client)
        try {
          await nameOrigin(client)
          return await work(tx)
        } catch (error) {
          failure = error
          throw error
        }
      }, config)
    } catch (error) {
      // Prefer the original error: a ROLLBACK on a broken connection fails with an error that hides the cause.
      failure ??= error
      throw failure
    } finally {
      client.release(isTransientFailure(failure) || client.getTransactionStatus() !== 'I')
    }
  }
  return { db, pool, close: () => pool.end() }
}

/** Runs work on one connection as the owner of the tables. */
export const asOwner = async <Result>(
  owner: DatabaseOptions,
  work: (db: Queryable, pool: pg.Pool) => Promise<Result>,
): Promise<Result> => {
  const { db, pool, close } = openDatabase({ ...owner, max: 1 })
  try {
    return await work(db, pool)
  } finally {
    await close()
  }
}
