import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'

/**
 * Sorts half a megabyte with little memory, so that PostgreSQL spills to disk. On a full disk this fails as a write would, but it leaves no
 * row, catalog entry or WAL record behind.
 */
const spillToDisk = `
  BEGIN READ ONLY; SET LOCAL work_mem = '64kB';
  SELECT count(DISTINCT n || repeat('x', 1000)) FROM generate_series(1, 500) AS n;
  COMMIT`

/**
 * Returns false if the database is a standby or set to read-only. Takes a few milliseconds.
 * @throws PostgreSQL's error if its disk is full, or the query fails for another reason
 */
const canBeWritten = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ readOnly: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`,
  )
  if (rows[0]?.readOnly !== false) return false
  await pool.query(spillToDisk)
  return true
}

/** Milliseconds within which the database must answer to count as available. */
const timeoutMs = 2_000

/** Milliseconds for which the write check is cached. */
const writableCacheMs = 5_000

const route = { config: { caller: 'public', duringOverload: true }, logLevel: 'warn', schema: { hide: true } } as const

const withTimeout = (check: Promise<boolean>): Promise<boolean> => {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
  return Promise.race([check.catch(() => false), timeout])
}

const cached = (clock: Deps['clock'], check: () => Promise<boolean>): (() => Promise<boolean>) => {
  let last: { readonly at: number; readonly result: Promise<boolean> } | undefined
  return () => {
    const at = clock.now().getTime()
    if (!last || at - last.at >= writableCacheMs) last = { at, result: withTimeout(check()) }
    return last.result
  }
}

/**
 * `/healthz` reports whether the process is alive. `/readyz` reports whether it can serve: its jobs run, and its database answers and is writable
 * (no standby, no full disk).
 */
export const serveHealth = (app: FastifyInstance, deps: Pick<Deps, 'database' | 'jobs' | 'clock'>): void => {
  const { pool } = deps.database
  const isWritable = cached(deps.clock, () => canBeWritten(pool))
  app.get('/healthz', route, (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', route, async (_request, reply) => {
    const database = await withTimeout(pool.query('SELECT 1').then(() => true))
    const writable = database && (await isWritable())
    const jobs = deps.jobs.isRunning()
    const ready = writable && jobs
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', database, writable, jobs })
  })
}

/** Serves only health and metrics: for an instance that only runs jobs (`WORKER=only`). */
export const serveHealthOnly = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.duringOverload) throw notFound(sentenceFor(404, request))
  })
}
