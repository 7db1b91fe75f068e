import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { canBeWritten } from './writable.ts'

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
 * `/healthz` tells whether the process is alive, `/readyz` whether it can serve: its database answers and is writable (no standby, no full
 * disk), and its jobs run.
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
