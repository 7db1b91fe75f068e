import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** Milliseconds within which the database must answer to count as there. */
const patience = 2_000

const route = { config: { caller: 'public', duringOverload: true }, logLevel: 'warn', schema: { hide: true } } as const

const answers = async ({ database }: Pick<Deps, 'database'>): Promise<boolean> => {
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false).unref())
  const query = database.pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  return Promise.race([query, late])
}

/** `/healthz`: the process lives. `/readyz`: it can serve, since its database answers and its jobs run. */
export const serveHealth = (app: FastifyInstance, deps: Pick<Deps, 'database' | 'jobs'>): void => {
  app.get('/healthz', route, (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', route, async (_request, reply) => {
    const database = await answers(deps)
    const jobs = deps.jobs.isRunning()
    const ready = database && jobs
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', database, jobs })
  })
}
