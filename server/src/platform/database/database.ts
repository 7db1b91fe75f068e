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
 * Connection parameters that PostgreSQL enforces, in milliseconds: for a statement, lock waits included, and for an idle transaction
 * (a frozen instance must not hold its locks forever).
 */
export const sessionTimeouts = { statement_timeout: 6_000, idle_in_transaction_session_timeout: 60_000 } as const

/**
 * Longer than `statement_timeout`, so that a slow database reports its own timeout first. Short enough that writes continue within 10 s of
 * a primary that froze. Milliseconds.
 */
const silenceMs = 7_000

/** Idle time before the first TCP keepalive probe. Milliseconds. */
const keepAliveInitialDelayMillis = 10_000

export interface DatabaseOptions extends pg.PoolConfig {
  /** Every connection has its own PostgreSQL session and keeps its prepared statements; behind a pooler it may not. */
  readonly dedicatedSessions?: boolean
}

const clientsWithDedicatedSession = new WeakSet<pg.ClientBase>()

const databasesWithDedicatedSessions = new WeakSet<Queryable>()

/**
 * The name for `prepare` of a query that many calls make: a named statement is planned once for each connection. Empty, so that the
 * statement is planned for each call, where connections don't keep statements.
 */
export const statementName = (db: Queryable, name: string): string =>
  databasesWithDedicatedSessions.has(db) ? name : ''

/** True if prepared statements survive on this connection. */
export const keepsPreparedStatements = (client: pg.ClientBase): boolean => clientsWithDedicatedSession.has(client)

const connections = new WeakMap<Queryable, pg.ClientBase>()

/** The connection of a `db.transaction` or of `queryableOn`, for SQL that bypasses drizzle; undefined for anything else. */
export const connectionOf = (tx: Queryable): pg.ClientBase | undefined => connections.get(tx)

/** Runs features' queries on this connection, inside its open transaction. */
export const queryableOn = (client: pg.PoolClient): Queryable => {
  const db = drizzle({ client })
  connections.set(db, client)
  return db
}

/** Opens a pool of at most `max` connections. Connects on the first query, not here. `options` may override the session timeouts. */
export const openDatabase = ({ dedicatedSessions = false, ...options }: DatabaseOptions): Database => {
  const pool = new pg.Pool({
    max: 10,
    // A caller that waits longer for a connection gets 503 instead.
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    ...sessionTimeouts,
    ...options,
  })
  traceQueries(pool)
  // A connection that breaks while idle must not end the process: the next query opens a new one.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // Nor must one that breaks in a transaction: its query rejects too, and the caller handles that.
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
      // Prefer the original error: a ROLLBACK on a broken connection fails with one that hides the cause.
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
