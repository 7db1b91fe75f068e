import { hash } from 'node:crypto'
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
import { connectionOf, keepsPreparedStatements, type Queryable } from '../database/database.ts'
import { lockSchema } from '../database/migrate.ts'
import { runAsKontor } from '../database/origin.ts'
import { inTransaction } from '../database/transaction.ts'
import { currentContext, runInContext } from '../request-context.ts'
import { startSpan } from '../tracing/tracing.ts'
import type { Job, Jobs, RetryPolicy } from './jobs.ts'
import { createQueueSchema, queueSchema } from './queue-schema.ts'

type Write = (details: object, message: string) => void

/** The log for jobs. Without `info`, jobs' lines of that level are dropped. */
type JobLog = Readonly<Record<'warn' | 'error', Write>> & { readonly info?: Write }

export interface JobsOptions {
  /** Shared with the rest of the server: the queue holds no connections of its own. */
  readonly pool: pg.Pool
  /** `off`: this instance sends jobs but runs none. */
  readonly worker: 'on' | 'off' | 'only'
  readonly log: JobLog
  /** Tests override this. */
  readonly liveness?: Liveness
  /** Drives polls and schedules. Tests pass a clock with shorter timers, whose time they can advance. */
  readonly clock?: Clock
  /** Runs scheduled jobs; on by default. Feature tests turn it off, so that they don't depend on the time of day. */
  readonly schedules?: boolean
}

/** Settings for how soon the jobs of a killed process are detected, in seconds. */
interface Liveness {
  /** The time in which a worker sends two heartbeats; at least 10. */
  readonly heartbeatSeconds: number
  /** The interval between checks for jobs without a heartbeat. */
  readonly superviseSeconds: number
}

/** A job of a killed process is retried after at most 45 s plus its retry delay. */
const defaultLiveness: Liveness = { heartbeatSeconds: 30, superviseSeconds: 15 }
/** Poll interval of an idle worker: mails should leave within a second, scheduled jobs are less urgent. */
const pollSeconds = 1
const pollScheduledSeconds = 5
/** Seconds after which a running job is considered hung and retried. */
const expireSeconds = 15 * 60
/** Seconds that finished jobs are kept. All that they hold is also in the features' own tables. */
const keepFinishedSeconds = 60 * 60
const keepWaitingSeconds = 14 * 24 * 60 * 60
const timeZone = 'Europe/Oslo'
/** Milliseconds in which an error is logged at most once, instead of on every poll. */
const repeatedErrorMs = 30_000

type Handler = (job: JobWithMetadata<never>) => Promise<void>

interface Registration {
  readonly queue: string
  readonly concurrency: number
  readonly settings: QueueOptions
  /** The cron expression of a scheduled job. */
  readonly cron: string | undefined
  readonly handle: Handler
}

/**
 * Creates the job queue: pg-boss in the server's database. `work` and `schedule` only register; `start` creates the queues and, if this instance
 * runs jobs, the workers. Polls every second, for scheduled jobs every five, which costs next to nothing.
 */
export const createJobs = (options: JobsOptions): Jobs => {
  const { pool, worker, log, liveness = defaultLiveness, clock = systemClock, schedules = true } = options
  const runsJobs = worker !== 'off'
  const registrations = new Map<string, Registration>()
  let running = false

  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    // pg-boss would need the right to create schemas on every start; `createQueueSchema` creates its schema instead.
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
    throttle((error) => log.error({ err: asError(error) }, 'The job queue met an error')),
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
        items.map((data) => ({ data: withOrigin(data) })),
        { db: transactionDb(tx) },
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
        handle: (job) => handler(toJob<Data>(job, log)),
      })
    },

    schedule(queue, cron, handler) {
      register({ queue, concurrency: 1, settings: { retryLimit: 0 }, cron, handle: handler })
    },

    async start() {
      // Takes a lock first: pg-boss checks for its schema before it takes its own lock. When instances started concurrently on an empty
      // database, some failed because the schema already existed.
      await inTransaction(pool, createQueueSchema)
      await inTransaction(pool, async (client) => {
        await lockSchema(client)
        // This connection holds the lock and is idle while other connections create the queues. This takes long on a busy machine.
        await client.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`)
        await boss.start()
        for (const registration of registrations.values()) await openQueue(boss, registration, liveness)
      })
      if (runsJobs) {
        await removeStaleSchedules(boss, registrations)
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

/**
 * Runs a statement with placeholders `$1`, `$2` …, in the given transaction or in one of its own. For libraries that write their own SQL.
 * @throws PostgreSQL's error
 */
const executeRawSql = async (db: Queryable, text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> => {
  const connection = connectionOf(db)
  if (!connection) return db.transaction((tx) => executeRawSql(tx, text, values))
  // Names the statement, so that it is planned only once: planning a library's large statement takes longer than running it.
  const name = keepsPreparedStatements(connection) ? { name: hash('sha256', text).slice(0, 40) } : {}
  return connection.query<Record<string, unknown>>({ ...name, text, values: [...values] })
}

/** Makes pg-boss use the sender's transaction: the job exists only if the transaction commits. */
const transactionDb = (tx: Queryable): Db => ({ executeSql: (text, values) => executeRawSql(tx, text, values ?? []) })

/** The origin of a job: the request that queued it. Stored in the job's data. */
interface JobOrigin {
  readonly requestId?: string
  /** The span in which the job was queued. */
  readonly traceparent?: string
}

/** A feature's data of a job, with the job's origin. */
type WithOrigin<Data> = Data & { readonly origin?: JobOrigin }

const withOrigin = <Data extends object>(data: Data): WithOrigin<Data> => {
  const { requestId, span } = currentContext() ?? {}
  if (requestId === undefined && !span) return data
  return { ...data, origin: { ...(requestId && { requestId }), ...(span && { traceparent: span.traceparent }) } }
}

const originOf = ({ data }: JobWithMetadata): JobOrigin =>
  (typeof data === 'object' && data !== null && 'origin' in data && data.origin) || {}

const toJob = <Data extends object>(job: JobWithMetadata<never>, log: JobLog): Job<Data> => {
  const { origin, ...data } = job.data as WithOrigin<Data>
  return {
    id: job.id,
    data: data as unknown as Data,
    retryCount: job.retryCount,
    lastTry: job.retryCount >= job.retryLimit,
    log: (level, details, message) => log[level]?.({ queue: job.name, job: job.id, ...details }, message),
  }
}

/** Converts the policy for pg-boss. It waits `firstDelaySeconds` × 2^tries, or up to twice as long, but at most `maxDelaySeconds`. */
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
  // `exclusive`: if a scheduled job still runs when it is due again, it isn't started a second time.
  await boss.createQueue(queue, { ...options, policy: cron ? 'exclusive' : 'standard' })
  await boss.updateQueue(queue, options)
  // Makes pg-boss cache the queue now. Looking it up inside a sender's transaction would take a second connection, which deadlocks once
  // every connection is in a transaction.
  await boss.insert(queue, [])
}

const removeStaleSchedules = async (boss: PgBoss, registrations: ReadonlyMap<string, Registration>) => {
  for (const { name } of await boss.getSchedules()) {
    if (!registrations.get(name)?.cron) await boss.unschedule(name)
  }
}

const startWorker = async (boss: PgBoss, registration: Registration, log: JobLog): Promise<void> => {
  const { queue, concurrency, cron, handle } = registration
  if (cron) await boss.schedule(queue, cron, null, { tz: timeZone, missed: 'once' })
  // Two fetchers, so that one slow job does not block all others.
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
    (jobs: JobWithMetadata<never>[]) =>
      Promise.all(jobs.map((job) => runInItsContext(job, log, () => runJob(job, handle, log)))),
  )
}

/**
 * Runs a job as a part of the request that queued it: the job's log lines name the request, and its span belongs to the request's trace. The
 * audit trail names Kontor.
 */
const runInItsContext = async (
  job: JobWithMetadata<never>,
  log: JobLog,
  run: () => Promise<JobResult>,
): Promise<JobResult> => {
  const { requestId, traceparent } = originOf(job)
  const attributes = {
    'messaging.system': 'pg-boss',
    'messaging.destination.name': job.name,
    'kontor.try': job.retryCount + 1,
  }
  const span = startSpan({ name: `process ${job.name}`, kind: 'consumer', attributes }, traceparent)
  const result = await runInContext({ requestId, span }, () => runAsKontor(log, run))
  span?.end({}, result.status === 'failed')
  return result
}

const runJob = async (job: JobWithMetadata<never>, handle: Handler, log: JobLog): Promise<JobResult> => {
  try {
    await handle(job)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, queue: job.name, job: job.id, tries: job.retryCount + 1 }, 'A job failed')
    // Stores only the kind of error: a mail server's message may contain addresses, and erasures don't reach the queue.
    return { id: job.id, status: 'failed', output: { error: error instanceof Error ? error.name : typeof error } }
  }
}

/**
 * Converts what pg-boss emits to an Error. Mostly, pg-boss emits a plain copy of an error's properties, which the logger can't serialize. Of
 * PostgreSQL's properties, keeps only the code: others may contain a row's values.
 */
const asError = (error: Error & { readonly code?: string }): Error => {
  if (error instanceof Error) return error
  const { message, stack, code } = error
  return Object.assign(new Error(message), stack !== undefined && { stack }, code !== undefined && { code })
}

/** Logs a repeated message less often: while the database is down, every poll fails. */
const throttle = (report: (error: Error) => void) => {
  const lastReported = new Map<string, number>()
  return (error: Error) => {
    const now = performance.now()
    if (now - (lastReported.get(error.message) ?? Number.NEGATIVE_INFINITY) < repeatedErrorMs) return
    if (lastReported.size > 100) lastReported.clear()
    lastReported.set(error.message, now)
    report(error)
  }
}
