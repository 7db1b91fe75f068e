import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { createJobClock, makeRetriesDue, waitForJobs } from '../../testing/jobs.ts'
import { isSoak } from '../../testing/rounds.ts'
import { recordEvent } from '../database/audit.ts'
import { maskError } from '../http/request-log.ts'
import type { Jobs } from './jobs.ts'
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

const waitUntil = (condition: () => boolean): Promise<boolean> =>
  vi.waitUntil(condition, { timeout: 45_000, interval: 10 })

/** Makes the next retry due; returns how many seconds it would have waited. */
const nextTry = async (): Promise<number> => ((await makeRetriesDue(database.pool, 1))[0] ?? 0) / 1_000

describe('a job', () => {
  test('runs after its transaction, with its data', async () => {
    const queue = newQueue()
    const done: unknown[] = []
    const jobs = await start((all) =>
      all.work<{ n: number }>(queue, { retry, concurrency: 4 }, async (job) => {
        done.push([job.data, job.retryCount, job.lastTry])
      }),
    )
    await database.db.transaction((tx) => jobs.send(tx, queue, [{ n: 1 }, { n: 2 }]))
    await waitUntil(() => done.length === 2)
    expect(done).toEqual(
      expect.arrayContaining([
        [{ n: 1 }, 0, false],
        [{ n: 2 }, 0, false],
      ]),
    )
  })

  test('is recorded as Kontor, and its security events are logged', async () => {
    const queue = newQueue()
    let done = false
    const jobs = await start((all) =>
      all.work(queue, { retry, concurrency: 1 }, async () => {
        await recordEvent(database.db, { action: 'erased', kind: 'person', title: queue, security: true })
        done = true
      }),
    )
    await database.db.transaction((tx) => jobs.send(tx, queue, [{}]))
    await waitUntil(() => done)
    const { rows } = await database.pool.query('SELECT actor, actor_kind FROM audit_events WHERE title = $1', [queue])
    expect(rows).toEqual([{ actor: 'Kontor', actor_kind: 'system' }])
    expect(loggedMessages).toContain('security event')
  })

  test('does not exist when its transaction rolls back', async () => {
    const queue = newQueue()
    const done: string[] = []
    const jobs = await start((all) =>
      all.work<{ of: string }>(queue, { retry, concurrency: 1 }, async (job) => {
        done.push(job.data.of)
      }),
    )
    await database.db
      .transaction(async (tx) => {
        await jobs.send(tx, queue, [{ of: 'the transaction that failed' }])
        throw new Error('rolled back')
      })
      .catch(() => {})
    await database.db.transaction((tx) => jobs.send(tx, queue, [{ of: 'the next one' }]))
    await waitForJobs(database.pool)
    expect(done).toEqual(['the next one'])
  })

  test('is retried with growing delays when it fails, and its last try is marked', async () => {
    const queue = newQueue()
    const tries: { retryCount: number; lastTry: boolean }[] = []
    const jobs = await start((all) =>
      all.work(queue, { retry, concurrency: 1 }, async ({ retryCount, lastTry }) => {
        tries.push({ retryCount, lastTry })
        throw new Error('Not yet')
      }),
    )
    await jobs.send(database.db, queue, [{}])
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
    expect(loggedMessages).toContain('A job failed')
  })

  test('fails alone: the others of its batch run once', async () => {
    const queue = newQueue()
    const done: number[] = []
    const jobs = await start((all) =>
      all.work<{ n: number }>(queue, { retry, concurrency: 8 }, async ({ data }) => {
        done.push(data.n)
        if (data.n === 2) throw new Error('Only this one')
      }),
    )
    await jobs.send(database.db, queue, [{ n: 1 }, { n: 2 }, { n: 3 }])
    await nextTry()
    await nextTry()
    await waitForJobs(database.pool)
    expect(done.sort()).toEqual([1, 2, 2, 2, 3])
  })

  test('runs concurrently with others, within the requested limit', async () => {
    const queue = newQueue()
    let [running, maxRunning, done] = [0, 0, 0]
    const jobs = await start((all) =>
      all.work(queue, { retry, concurrency: 6 }, async () => {
        maxRunning = Math.max(maxRunning, ++running)
        await sleep(20)
        running--
        done++
      }),
    )
    await jobs.send(database.db, queue, Array(60).fill({}))
    await waitUntil(() => done === 60)
    expect(maxRunning).toBeGreaterThan(1)
    expect(maxRunning).toBeLessThanOrEqual(6)
  })
})

test('sending uses no second connection: a pool full of transactions does not deadlock', async () => {
  const queue = newQueue()
  let done = 0
  const jobs = await start((all) =>
    all.work(queue, { retry, concurrency: 1 }, async () => {
      done++
    }),
  )
  const connections = database.pool.options.max
  let open = 0
  const { promise: allOpen, resolve } = Promise.withResolvers<void>()
  const sendOnceAllAreOpen = () =>
    database.db.transaction(async (tx) => {
      if (++open === connections) resolve()
      await allOpen
      await jobs.send(tx, queue, [{}])
    })
  await Promise.all(Array.from({ length: connections }, sendOnceAllAreOpen))
  await waitUntil(() => done === connections)
})

test('an instance without a worker leaves jobs to one that has a worker', async () => {
  const [queue, other] = [newQueue(), newQueue()]
  const done: string[] = []
  const register = (name: string, of: string) => (jobs: Jobs) =>
    jobs.work(of, { retry, concurrency: 1 }, async () => {
      done.push(name)
    })
  const sender = await start(register('sender', queue), { worker: 'off' })
  await sender.send(database.db, queue, [{}])
  // When a later instance with the same poll interval has run a job of its own, the first would have run this one.
  const elsewhere = await start(register('elsewhere', other))
  await elsewhere.send(database.db, other, [{}])
  await waitUntil(() => done.length > 0)
  expect(done).toEqual(['elsewhere'])
  await start(register('worker', queue), { worker: 'only' })
  await waitForJobs(database.pool)
  expect(done).toEqual(['elsewhere', 'worker'])
})

test('two instances that start concurrently on a new database both start, and share the jobs', async () => {
  const fresh = await createTestDatabase({ empty: true })
  const queue = newQueue()
  const done: number[] = []
  const both = await Promise.all(
    [1, 2].map(() =>
      start(
        (jobs) =>
          jobs.work<{ n: number }>(queue, { retry, concurrency: 4 }, async ({ data }) => {
            await sleep(10)
            done.push(data.n)
          }),
        { pool: fresh.pool },
      ),
    ),
  )
  const items = Array.from({ length: 100 }, (_, n) => ({ n }))
  await both[0]?.send(fresh.db, queue, items)
  await waitUntil(() => done.length >= 100)
  expect(done.sort((a, b) => a - b)).toEqual(items.map(({ n }) => n))
})

test('stopping lets a running job finish and starts no other', async () => {
  const queue = newQueue()
  const events: string[] = []
  const work = Promise.withResolvers<void>()
  const jobs = await start((all) =>
    all.work(queue, { retry, concurrency: 1 }, async () => {
      events.push('began')
      await work.promise
      events.push('finished')
    }),
  )
  await jobs.send(database.db, queue, [{}, {}, {}])
  await waitUntil(() => events.length === 1)
  const stopped = jobs.stop(30_000)
  work.resolve()
  await stopped
  expect(events).toEqual(['began', 'finished'])
  expect(jobs.isRunning()).toBe(false)
})

test('stopping abandons a job that takes too long, and another instance reruns it', async () => {
  const queue = newQueue()
  const events: string[] = []
  const jobs = await start((all) =>
    all.work(queue, { retry, concurrency: 1 }, async () => {
      events.push('hung')
      await new Promise(() => {})
    }),
  )
  await jobs.send(database.db, queue, [{}])
  await waitUntil(() => events.length === 1)
  await jobs.stop(200)
  await start((all) =>
    all.work(queue, { retry, concurrency: 1 }, async () => {
      events.push('done')
    }),
  )
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
