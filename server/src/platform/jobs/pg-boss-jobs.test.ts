import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { createJobClock, makeRetriesDue, waitForJobs } from '../../testing/jobs.ts'
import { isSoak } from '../../testing/rounds.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { recordEvent } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import { maskError } from '../http/request-log.ts'
import type { Job, Jobs } from './jobs.ts'
import { createJobs, type JobsOptions } from './pg-boss-jobs.ts'

const database = await createTestDatabase()
const retry = { retryLimit: 2, firstDelaySeconds: 60, maxDelaySeconds: 600 }
const started: Jobs[] = []
const loggedMessages: string[] = []
const loggedDetails: object[] = []
const log = (detail: object, message: string) => {
  loggedMessages.push(message)
  loggedDetails.push(detail)
}

/** Every test has its own queue and sees no other jobs. */
let queues = 0
const newQueue = () => `queue-${++queues}`

const start = async (register: (jobs: Jobs) => void, options: Partial<JobsOptions> = {}): Promise<Jobs> => {
  const jobs = createJobs({
    pool: database.pool,
    worker: 'on',
    log: { warn: log, error: log },
    clock: createJobClock(),
    ...options,
  })
  register(jobs)
  await jobs.start()
  started.push(jobs)
  return jobs
}

afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop(2_000)
  await database.pool.query('DELETE FROM pgboss.job')
})

const waitUntil = (condition: () => boolean) => waitFor(condition, () => `Still waiting for ${condition}`)

/** Makes the next retry due; returns how many seconds it would have waited. */
const nextTry = async (): Promise<number> => ((await makeRetriesDue(database.pool, 1))[0] ?? 0) / 1_000

/** Starts an instance with a queue of its own. */
const startWorker = async <Data extends object>(
  work: (job: Job<Data>) => Promise<unknown>,
  {
    concurrency = 1,
    queue = newQueue(),
    ...options
  }: Partial<JobsOptions> & { concurrency?: number; queue?: string } = {},
) => {
  const jobs = await start(
    (all) => all.work<Data>(queue, { retry, concurrency }, async (job) => void (await work(job))),
    options,
  )
  const send = (items: readonly Data[], tx: Queryable = database.db) => jobs.send(tx, queue, items)
  return { queue, jobs, send }
}

describe('a job', () => {
  test('runs after its transaction, with its data, as Kontor; its security events are logged', async () => {
    const done: unknown[] = []
    const { send } = await startWorker<{ n: number }>(async ({ data, retryCount, lastTry }) => {
      await recordEvent(database.db, { action: 'erased', kind: 'person', title: `Nr ${data.n}`, security: true })
      done.push([data, retryCount, lastTry])
    })
    await database.db.transaction((tx) => send([{ n: 1 }, { n: 2 }], tx))
    await waitUntil(() => done.length === 2)
    expect(done).toEqual([1, 2].map((n) => [{ n }, 0, false]))
    const { rows } = await database.pool.query(`SELECT actor, actor_kind FROM audit_events WHERE title = 'Nr 2'`)
    expect(rows).toEqual([{ actor: 'Kontor', actor_kind: 'system' }])
    expect(loggedMessages).toContain('security event')
  })

  test('does not exist when its transaction rolls back', async () => {
    const done: string[] = []
    const { send } = await startWorker<{ of: string }>(async ({ data }) => done.push(data.of))
    await database.db
      .transaction(async (tx) => {
        await send([{ of: 'the transaction that failed' }], tx)
        throw new Error('rolled back')
      })
      .catch(() => {})
    await database.db.transaction((tx) => send([{ of: 'the next one' }], tx))
    await waitForJobs(database.pool)
    expect(done).toEqual(['the next one'])
  })

  test('is retried with growing delays until a marked last try, while others of its batch run once', async () => {
    const done: number[] = []
    const tries: { retryCount: number; lastTry: boolean }[] = []
    const { send } = await startWorker<{ n: number }>(
      async ({ data: { n }, retryCount, lastTry }) => {
        if (n !== 2) return done.push(n)
        tries.push({ retryCount, lastTry })
        throw new Error('Only this one')
      },
      { concurrency: 8 },
    )
    await send([{ n: 1 }, { n: 2 }, { n: 3 }])
    const first = await nextTry()
    const second = await nextTry()
    await waitForJobs(database.pool)
    // Between once and twice the requested delay, minus the time already elapsed.
    expect([first > 50, first <= 120, second > 110, second <= 240]).toEqual([true, true, true, true])
    expect(tries).toEqual([
      { retryCount: 0, lastTry: false },
      { retryCount: 1, lastTry: false },
      { retryCount: 2, lastTry: true },
    ])
    expect(done.sort()).toEqual([1, 3])
    expect(loggedMessages).toContain('A job failed')
  })

  test('runs concurrently with others, within the requested limit', async () => {
    let [running, maxRunning, done] = [0, 0, 0]
    const work = async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await sleep(20)
      running--
      done++
    }
    const { send } = await startWorker(work, { concurrency: 6 })
    await send(Array(60).fill({}))
    await waitUntil(() => done === 60)
    expect(maxRunning).toBeGreaterThan(1)
    expect(maxRunning).toBeLessThanOrEqual(6)
  })
})

test('sending uses no second connection: a pool full of transactions does not deadlock', async () => {
  let done = 0
  const { send } = await startWorker(async () => done++)
  const connections = database.pool.options.max
  let open = 0
  const { promise: allOpen, resolve } = Promise.withResolvers<void>()
  const sendOnceAllAreOpen = () =>
    database.db.transaction(async (tx) => {
      if (++open === connections) resolve()
      await allOpen
      await send([{}], tx)
    })
  await Promise.all(Array.from({ length: connections }, sendOnceAllAreOpen))
  await waitUntil(() => done === connections)
})

test('an instance without a worker leaves jobs to one that has a worker', async () => {
  const done: string[] = []
  const sender = await startWorker(async () => done.push('sender'), { worker: 'off' })
  await sender.send([{}])
  // When a later instance with the same poll interval has run a job of its own, the first would have run this one.
  const elsewhere = await startWorker(async () => done.push('elsewhere'))
  await elsewhere.send([{}])
  await waitUntil(() => done.length > 0)
  expect(done).toEqual(['elsewhere'])
  await startWorker(async () => done.push('worker'), { worker: 'only', queue: sender.queue })
  await waitForJobs(database.pool)
  expect(done).toEqual(['elsewhere', 'worker'])
})

test('two instances that start concurrently on a new database both start, and share the jobs', async () => {
  const { pool, db } = await createTestDatabase({ empty: true })
  const queue = newQueue()
  const done: number[] = []
  const work = async ({ data }: Job<{ n: number }>) => {
    await sleep(10)
    done.push(data.n)
  }
  const [first] = await Promise.all([1, 2].map(() => startWorker(work, { pool, queue, concurrency: 4 })))
  const items = Array.from({ length: 100 }, (_, n) => ({ n }))
  await first?.send(items, db)
  await waitUntil(() => done.length >= 100)
  expect(done.sort((a, b) => a - b)).toEqual(items.map(({ n }) => n))
})

test('stopping lets a running job finish and starts no other', async () => {
  const events: string[] = []
  const work = Promise.withResolvers<void>()
  const { jobs, send } = await startWorker(async () => {
    events.push('began')
    await work.promise
    events.push('finished')
  })
  await send([{}, {}, {}])
  await waitUntil(() => events.length === 1)
  const stopped = jobs.stop(30_000)
  work.resolve()
  await stopped
  expect(events).toEqual(['began', 'finished'])
  expect(jobs.isRunning()).toBe(false)
})

test('stopping abandons a job that takes too long, and another instance reruns it', async () => {
  const events: string[] = []
  const { jobs, queue, send } = await startWorker(async () => {
    events.push('hung')
    await new Promise(() => {})
  })
  await send([{}])
  await waitUntil(() => events.length === 1)
  await jobs.stop(200)
  await startWorker(async () => events.push('done'), { queue })
  await nextTry()
  await waitForJobs(database.pool)
  expect(events).toEqual(['hung', 'done'])
})

describe('a scheduled job', () => {
  test('is stored with the time zone of Oslo, and removed when the program no longer has it', async () => {
    const queue = newQueue()
    const schedules = () => database.pool.query('SELECT name, cron, timezone FROM pgboss.schedule')
    const jobs = await start((all) => all.schedule(queue, '17 3 * * *', async () => {}))
    expect((await schedules()).rows).toEqual([{ name: queue, cron: '17 3 * * *', timezone: 'Europe/Oslo' }])
    await jobs.stop(1_000)
    await start(() => {})
    expect((await schedules()).rows).toEqual([])
  })

  test('runs once a minute across all instances', async () => {
    const queue = newQueue()
    const clock = createJobClock(50)
    let runs = 0
    const register = (jobs: Jobs) =>
      jobs.schedule(queue, '* * * * *', async () => {
        runs++
      })
    await Promise.all([start(register, { clock }), start(register, { clock })])
    for (let minute = 0; minute < 3; minute++) {
      const before = runs
      clock.advance({ seconds: 60 })
      // Instances check for due jobs twice a minute by the database's clock; don't wait for that.
      await database.pool.query('UPDATE pgboss.version SET cron_on = NULL')
      await waitUntil(() => runs > before)
      await waitForJobs(database.pool)
      expect(runs).toBe(before + 1)
    }
  })
})

test.runIf(isSoak)(
  'a scheduled job runs on the real minute, once across all instances',
  { timeout: 300_000 },
  async () => {
    const queue = newQueue()
    const runs: Date[] = []
    const register = (jobs: Jobs) => jobs.schedule(queue, '* * * * *', async () => void runs.push(new Date()))
    await Promise.all([start(register), start(register), start(register)])
    await expect.poll(() => runs.length, { timeout: 200_000, interval: 500 }).toBeGreaterThanOrEqual(2)
    expect(new Set(runs.map((run) => Math.floor(run.getTime() / 60_000))).size).toBe(runs.length)
  },
)

test('rejects late registration, unknown queues and duplicate registration', async () => {
  const queue = newQueue()
  const jobs = await start((all) => all.work(queue, { retry, concurrency: 1 }, async () => {}))
  expect(() => jobs.schedule(newQueue(), '* * * * *', async () => {})).toThrow('after the start')
  await expect(jobs.send(database.db, 'nobody', [{}])).rejects.toThrow('No such queue: nobody')
  const twice = start((all) => {
    for (const cron of ['1 * * * *', '2 * * * *']) all.schedule(queue, cron, async () => {})
  })
  await expect(twice).rejects.toThrow('twice')
})

test('logs database errors, but not on every poll', async () => {
  const broken = await createTestDatabase()
  await start((all) => all.work(newQueue(), { retry, concurrency: 2 }, async () => {}), { pool: broken.pool })
  loggedMessages.length = 0
  loggedDetails.length = 0
  await broken.pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
  const polls = vi.spyOn(broken.pool, 'query')
  await waitUntil(() => polls.mock.settledResults.filter(({ type }) => type === 'rejected').length >= 10)
  polls.mockRestore()
  await broken.pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
  const logged = loggedDetails.map((detail) => 'err' in detail && maskError(detail.err))
  // Each of the queue's loops has its own message, and the same one is repeated only after half a minute.
  const messages = logged.flatMap((error) => Object(error).message ?? [])
  expect(messages.length).toBe(new Set(messages).size)
  const message = expect.stringContaining('relation "pgboss.job_common" does not exist')
  expect(logged).toContainEqual(expect.objectContaining({ type: 'Error', message, code: '42P01' }))
})
