import type pg from 'pg'
import {
  type Clock,
  type Db,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
  systemClock,
} from 'pg-boss'
import type { Queryable } from '../database/database.ts'
import { lockSchema } from '../database/migrate.ts'
import { executeRawSql } from '../database/raw-sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Job, Jobs, RetryPolicy } from './jobs.ts'
import { createQueueSchema, queueSchema } from './queue-schema.ts'

export interface JobsOptions {
  /** Shared with the rest of the server: the queue holds no connections of its own. */
  readonly pool: pg.Pool
  /** `off`: this instance sends jobs but runs none. */
  readonly worker: 'on' | 'off' | 'only'
  readonly log: Record<'warn' | 'error', (details: object, message: string) => void>
  /** Tests override this. */
  readonly liveness?: Liveness
  /** What polls and schedules go by; tests have one with short timers that they can set. */
  readonly clock?: Clock
  /** Runs scheduled jobs at their times; on by default. Feature tests turn it off: what they see must not depend on the hour. */
  readonly schedules?: boolean
}

/** How soon the jobs of a killed process are noticed. Seconds. */
interface Liveness {
  /** A worker gives a sign of life twice in this time; at least 10. */
  readonly heartbeatSeconds: number
  /** How often is looked for jobs without one. */
  readonly superviseSeconds: number
}

/** A job of a killed process is tried again after at most 45 s and its retry delay. */
const ordinaryLiveness: Liveness = { heartbeatSeconds: 30, superviseSeconds: 15 }
/** How often an idle worker looks for jobs: a mail leaves within a second; a job by the clock is in less of a hurry. */
const pollSeconds = 1
const pollScheduledSeconds = 5
/** No job may run longer; a hanging one is tried again after that. */
const expireSeconds = 15 * 60
/** Finished jobs say nothing that the features' own tables do not. */
const keepFinishedSeconds = 60 * 60
const keepWaitingSeconds = 14 * 24 * 60 * 60
const timeZone = 'Europe/Oslo'
/** The same trouble is told once in this time, not at every poll. */
const repeatedErrorMs = 30_000

type Handle = (job: JobWithMetadata<never>) => Promise<void>

interface Registration {
  readonly queue: string
  readonly concurrency: number
  readonly settings: QueueOptions
  /** For a job that comes by the clock. */
  readonly cron: string | undefined
  readonly handle: Handle
}

/**
 * The queue over pg-boss, in the same database. `work` and `schedule` only take note; `start` creates the queues and, where
 * this instance runs jobs, the workers. Without LISTEN/NOTIFY: a commit that notifies takes a lock of the whole database,
 * which would make the enquiries' commits wait for each other, while one poll a second costs nothing.
 */
export const createJobs = (options: JobsOptions): Jobs => {
  const { pool, worker, log, liveness = ordinaryLiveness, clock = systemClock, schedules = true } = options
  const runsJobs = worker !== 'off'
  const registrations = new Map<string, Registration>()
  let running = false

  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    // Its own way would take the right to create schemas at every start.
    createSchema: false,
    supervise: runsJobs,
    schedule: runsJobs && schedules,
    clock,
    superviseIntervalSeconds: liveness.superviseSeconds,
    monitorIntervalSeconds: liveness.superviseSeconds,
    maintenanceIntervalSeconds: 10 * 60,
  })
  boss.on(
    'error',
    throttled((given) => log.error({ err: asError(given) }, 'The job queue met an error')),
  )
  boss.on('warning', (warning) => log.warn(warning.data, warning.message))

  const register = (registration: Registration) => {
    if (running) throw new Error(`The queue ${registration.queue} was registered after the start`)
    if (registrations.has(registration.queue)) throw new Error(`The queue ${registration.queue} is registered twice`)
    registrations.set(registration.queue, registration)
  }

  return {
    async send(tx, queue, items) {
      if (!registrations.has(queue)) throw new Error(`No such queue: ${queue}`)
      if (items.length === 0) return
      await boss.insert(
        queue,
        items.map((data) => ({ data })),
        { db: inside(tx) },
      )
    },

    work<Data extends object>(
      queue: string,
      { retry, concurrency }: { retry: RetryPolicy; concurrency: number },
      handler: (job: Job<Data>) => Promise<void>,
    ) {
      register({
        queue,
        concurrency,
        settings: retrySettings(retry),
        cron: undefined,
        handle: (job) => handler(toJob<Data>(job)),
      })
    },

    schedule(queue, cron, handler) {
      register({ queue, concurrency: 1, settings: { retryLimit: 0 }, cron, handle: handler })
    },

    async start() {
      // pg-boss looks for its schema before it takes its own lock: of instances that start at once on an empty database,
      // some failed to create it a second time.
      await inTransaction(pool, createQueueSchema)
      await inTransaction(pool, async (client) => {
        await lockSchema(client)
        await boss.start()
        for (const registration of registrations.values()) await openQueue(boss, registration, liveness)
      })
      if (runsJobs) {
        await dropForgottenSchedules(boss, registrations)
        for (const registration of registrations.values()) await startWorker(boss, registration, log)
      }
      running = true
    },

    async stop(graceMs) {
      running = false
      await boss.stop({ graceful: true, timeout: graceMs })
    },

    isRunning: () => running,
  }
}

/** The sender's transaction as pg-boss takes it: the job exists only if the transaction commits. */
const inside = (tx: Queryable): Db => ({ executeSql: (text, values) => executeRawSql(tx, text, values ?? []) })

const toJob = <Data extends object>(job: JobWithMetadata<never>): Job<Data> => ({
  id: job.id,
  data: job.data,
  retryCount: job.retryCount,
  lastTry: job.retryCount >= job.retryLimit,
})

/** pg-boss waits between once and twice `firstDelaySeconds` × 2^tries, at most `maxDelaySeconds`. */
const retrySettings = ({ retryLimit, firstDelaySeconds, maxDelaySeconds }: RetryPolicy): QueueOptions => ({
  retryLimit,
  retryBackoff: true,
  retryDelay: firstDelaySeconds,
  retryDelayMax: maxDelaySeconds,
})

const openQueue = async (
  boss: PgBoss,
  { queue, cron, settings }: Registration,
  { heartbeatSeconds }: Liveness,
): Promise<void> => {
  const options = {
    ...settings,
    expireInSeconds: expireSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: keepFinishedSeconds,
    retentionSeconds: keepWaitingSeconds,
  }
  // `exclusive`: a scheduled job that still runs when its time comes again is not started a second time.
  await boss.createQueue(queue, { ...options, policy: cron ? 'exclusive' : 'standard' })
  await boss.updateQueue(queue, options)
  // Makes pg-boss remember the queue now: looking it up inside a sender's transaction would take a second connection, and
  // with every connection in a transaction all would wait for ever.
  await boss.insert(queue, [])
}

const dropForgottenSchedules = async (boss: PgBoss, registrations: ReadonlyMap<string, Registration>) => {
  for (const { name } of await boss.getSchedules()) {
    if (!registrations.get(name)?.cron) await boss.unschedule(name)
  }
}

const startWorker = async (boss: PgBoss, registration: Registration, log: JobsOptions['log']): Promise<void> => {
  const { queue, concurrency, cron, handle } = registration
  if (cron) await boss.schedule(queue, cron, null, { tz: timeZone, missed: 'once' })
  // Two fetchers, so that one slow job does not hold up everybody behind it.
  const fetchers = Math.min(2, concurrency)
  await boss.work(
    queue,
    {
      includeMetadata: true,
      perJobResults: true,
      localConcurrency: fetchers,
      batchSize: Math.ceil(concurrency / fetchers),
      burstWhenBatchFull: true,
      pollingIntervalSeconds: cron ? pollScheduledSeconds : pollSeconds,
    },
    (jobs: JobWithMetadata<never>[]) => Promise.all(jobs.map((job) => settle(job, handle, log))),
  )
}

const settle = async (job: JobWithMetadata<never>, handle: Handle, log: JobsOptions['log']): Promise<JobResult> => {
  try {
    await handle(job)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, queue: job.name, job: job.id, tries: job.retryCount + 1 }, 'A job failed')
    const message = error instanceof Error ? error.message : String(error)
    return { id: job.id, status: 'failed', output: { message } }
  }
}

/**
 * pg-boss reports mostly a plain copy of an error's properties, which the log doesn't know to write. Of PostgreSQL's own properties only
 * the code is kept: others may hold a row's values.
 */
const asError = (given: Error & { readonly code?: string }): Error => {
  if (given instanceof Error) return given
  const { message, stack, code } = given
  return Object.assign(new Error(message), stack !== undefined && { stack }, code !== undefined && { code })
}

/** A database that is away fails every poll: tells the same message once in a while only. */
const throttled = (tell: (error: Error) => void) => {
  const lastTold = new Map<string, number>()
  return (error: Error) => {
    const now = performance.now()
    if (now - (lastTold.get(error.message) ?? Number.NEGATIVE_INFINITY) < repeatedErrorMs) return
    if (lastTold.size > 100) lastTold.clear()
    lastTold.set(error.message, now)
    tell(error)
  }
}
