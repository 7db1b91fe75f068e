import type { FastifyInstance } from 'fastify'
import { canBeWritten } from '../database/writable.ts'
import type { Deps } from '../deps.ts'

/** Milliseconds within which the database must answer to count as there. */
const patience = 2_000

/** Whether it can be written is asked again after this many milliseconds. */
const writableFor = 5_000

const route = { config: { caller: 'public', duringOverload: true }, logLevel: 'warn', schema: { hide: true } } as const

/** False also when the answer is late or an error. */
const soon = (answer: Promise<boolean>): Promise<boolean> => {
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false).unref())
  return Promise.race([answer.catch(() => false), late])
}

/** The last answer, while it is fresh. */
const remembered = (clock: Deps['clock'], ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | undefined
  return () => {
    const at = clock.now().getTime()
    if (!last || at - last.at >= writableFor) last = { at, answer: soon(ask()) }
    return last.answer
  }
}

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, since its database answers and can be written (no standby, no full disk) and its
 * jobs run.
 */
export const serveHealth = (app: FastifyInstance, deps: Pick<Deps, 'database' | 'jobs' | 'clock'>): void => {
  const { pool } = deps.database
  const isWritable = remembered(deps.clock, () => canBeWritten(pool))
  app.get('/healthz', route, (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', route, async (_request, reply) => {
    const database = await soon(pool.query('SELECT 1').then(() => true))
    const writable = database && (await isWritable())
    const jobs = deps.jobs.isRunning()
    const ready = writable && jobs
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', database, writable, jobs })
  })
}
