import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors/http-error.ts'
import { type QueueState, readQueues } from '../jobs/queue-state.queries.ts'
import { isSameSecret } from '../session/same-secret.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Served at `/metrics`; features add their own gauges. */
    metrics: Registry
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Returns true for requests from this machine, but false if a proxy on it forwarded them: their address is loopback, too. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean => {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = socket.remoteAddress ?? ''
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const hasToken = (request: FastifyRequest, token: string | undefined): boolean =>
  token !== undefined && isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)

const measurePool = (metrics: Registry, { database: { pool } }: Pick<Deps, 'database'>): void => {
  new Gauge({
    name: 'kontor_database_connections',
    help: 'Connections to the database by state; `waiting` counts queries that wait for one.',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/** Measures per queue how many jobs are due or running, and how long the oldest has been due. That age grows if nothing works on the queue. */
const measureQueues = (metrics: Registry, { database: { db } }: Pick<Deps, 'database'>): void => {
  const gauge = (name: string, help: string, read: (queue: QueueState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [metrics],
      async collect() {
        this.reset()
        // Without the database, omit this metric but serve the others.
        for (const state of await readQueues(db).catch(() => [])) this.set({ queue: state.queue }, read(state))
      },
    })
  gauge('kontor_queue_jobs', 'Jobs that are due or running, by queue.', ({ due }) => due)
  gauge(
    'kontor_queue_age_seconds',
    'How long the oldest waiting job of a queue has been due; 0 without one.',
    ({ ageSeconds }) => ageSeconds,
  )
}

/** Creates the metrics and measures every request. Register before any route. */
export const measureRequests = (app: FastifyInstance): void => {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  app.decorate('metrics', metrics)
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers by class of status.',
    labelNames: ['status'],
    registers: [metrics],
  })
  for (const status of ['2xx', '3xx', '4xx', '5xx']) answers.inc({ status }, 0)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', (request, reply, done) => {
    answers.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
    if (request.routeOptions.config.streams && reply.statusCode === 200) return done()
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1_000)
    done()
  })
}

/** Serves `/metrics` for Prometheus: to this machine itself, or with `Authorization: Bearer METRICS_TOKEN`. */
export const serveMetrics = (app: FastifyInstance, deps: Pick<Deps, 'config' | 'database'>): void => {
  const { metrics } = app
  measurePool(metrics, deps)
  measureQueues(metrics, deps)
  const config = { caller: 'public', duringOverload: true } as const
  app.get('/metrics', { config, logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    const allowed = isLocal(request) || hasToken(request, deps.config.metricsToken)
    if (!allowed) throw new HttpError(403, 'Metrics are for this machine, or with METRICS_TOKEN.')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}
