import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import type { Jobs } from './jobs.ts'
import { createJobs, type JobsOptions } from './pg-boss-jobs.ts'

const database = await createTestDatabase()
const retry = { retryLimit: 2, firstDelaySeconds: 1, maxDelaySeconds: 1 }
const started: Jobs[] = []
const told: string[] = []
const tell = (_details: object, message: string) => {
  told.push(message)
}

/** Every test has its own queue, so that none sees another's jobs. */
let queues = 0
const newQueue = () => `queue-${++queues}`

const start = async (register: (jobs: Jobs) => void, options: Partial<JobsOptions> = {}): Promise<Jobs> => {
  const jobs = createJobs({ pool: database.pool, worker: 'on', log: { warn: tell, error: tell }, ...options })
  register(jobs)
  await jobs.start()
  started.push(jobs)
  return jobs
}

afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop(2_000)
})

const until = async (condition: () => boolean, timeoutMs = 15_000): Promise<void> => {
  for (const end = Date.now() + timeoutMs; !condition(); await sleep(20)) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${condition}`)
  }
}

describe('a job', () => {
  test('runs within about a second after its transaction, with its data', async () => {
    const queue = newQueue()
    const done: unknown[] = []
    const jobs = await start((all) =>
      all.work<{ n: number }>(queue, { retry, concurrency: 4 }, async (job) => {
        done.push([job.data, job.retryCount, job.lastTry])
      }),
    )
    await sleep(300)
    const sent = Date.now()
    await database.db.transaction((tx) => jobs.send(tx, queue, [{ n: 1 }, { n: 2 }]))
    await until(() => done.length === 2)
    expect(Date.now() - sent).toBeLessThan(2_000)
    expect(done).toEqual(
      expect.arrayContaining([
        [{ n: 1 }, 0, false],
        [{ n: 2 }, 0, false],
      ]),
    )
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
    await until(() => done.length > 0)
    await sleep(1_200)
    expect(done).toEqual(['the next one'])
  })

  test('that fails is tried again, later and later, and knows its last try', async () => {
    const queue = newQueue()
    const tries: { retryCount: number; lastTry: boolean }[] = []
    const jobs = await start((all) =>
      all.work(queue, { retry, concurrency: 1 }, async ({ retryCount, lastTry }) => {
        tries.push({ retryCount, lastTry })
        throw new Error('Not yet')
      }),
    )
    await jobs.send(database.db, queue, [{}])
    await until(() => tries.length === 3)
    await sleep(2_500)
    expect(tries).toEqual([
      { retryCount: 0, lastTry: false },
      { retryCount: 1, lastTry: false },
      { retryCount: 2, lastTry: true },
    ])
    expect(told).toContain('A job failed')
  })

  test('fails alone: the others of its batch are done once', async () => {
    const queue = newQueue()
    const done: number[] = []
    const jobs = await start((all) =>
      all.work<{ n: number }>(queue, { retry, concurrency: 8 }, async ({ data }) => {
        done.push(data.n)
        if (data.n === 2) throw new Error('Only this one')
      }),
    )
    await jobs.send(database.db, queue, [{ n: 1 }, { n: 2 }, { n: 3 }])
    await until(() => done.filter((n) => n === 2).length === 3)
    expect(done.filter((n) => n !== 2).sort()).toEqual([1, 3])
  })

  test('shares the work with at most as many others as were asked for', async () => {
    const queue = newQueue()
    let [running, most, done] = [0, 0, 0]
    const jobs = await start((all) =>
      all.work(queue, { retry, concurrency: 6 }, async () => {
        most = Math.max(most, ++running)
        await sleep(20)
        running--
        done++
      }),
    )
    await jobs.send(database.db, queue, Array(60).fill({}))
    await until(() => done === 60)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)
  })
})

test('sending holds no second connection: a pool that is full of transactions does not lock up', async () => {
  const queue = newQueue()
  const jobs = await start((all) => all.work(queue, { retry, concurrency: 1 }, async () => {}))
  await Promise.all(Array.from({ length: 30 }, () => database.db.transaction((tx) => jobs.send(tx, queue, [{}]))))
})

test('an instance that runs no jobs leaves them to one that does', async () => {
  const queue = newQueue()
  const done: string[] = []
  const register = (name: string) => (jobs: Jobs) =>
    jobs.work(queue, { retry, concurrency: 1 }, async () => {
      done.push(name)
    })
  const sender = await start(register('sender'), { worker: 'off' })
  await sender.send(database.db, queue, [{}])
  await sleep(1_500)
  expect(done).toEqual([])
  await start(register('worker'), { worker: 'only' })
  await until(() => done.length === 1)
  expect(done).toEqual(['worker'])
})

test('two instances that start at once on a new database both start, and share the jobs', async () => {
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
  await until(() => done.length >= 100)
  expect(done.sort((a, b) => a - b)).toEqual(items.map(({ n }) => n))
})

test('a stop lets a running job finish and starts no other', async () => {
  const queue = newQueue()
  const events: string[] = []
  const jobs = await start((all) =>
    all.work(queue, { retry, concurrency: 1 }, async () => {
      events.push('began')
      await sleep(800)
      events.push('finished')
    }),
  )
  await jobs.send(database.db, queue, [{}, {}, {}])
  await until(() => events.length === 1)
  await jobs.stop(5_000)
  expect(events).toEqual(['began', 'finished'])
  expect(jobs.isRunning()).toBe(false)
})

test('a stop gives up on a job that takes too long, and another instance does it anew', async () => {
  const queue = newQueue()
  const events: string[] = []
  const jobs = await start((all) =>
    all.work(queue, { retry, concurrency: 1 }, async () => {
      events.push('hung')
      await new Promise(() => {})
    }),
  )
  await jobs.send(database.db, queue, [{}])
  await until(() => events.length === 1)
  const asked = Date.now()
  await jobs.stop(1_000)
  expect(Date.now() - asked).toBeLessThan(4_000)
  await start((all) =>
    all.work(queue, { retry, concurrency: 1 }, async () => {
      events.push('done')
    }),
  )
  await until(() => events.includes('done'))
})

describe('a job by the clock', () => {
  test('is kept with its times in Oslo, and forgotten when the program no longer has it', async () => {
    const queue = newQueue()
    const schedules = () => database.pool.query('SELECT name, cron, timezone FROM pgboss.schedule')
    const jobs = await start((all) => all.schedule(queue, '17 3 * * *', async () => {}))
    expect((await schedules()).rows).toEqual([{ name: queue, cron: '17 3 * * *', timezone: 'Europe/Oslo' }])
    await jobs.stop(1_000)
    await start(() => {})
    expect((await schedules()).rows).toEqual([])
  })

  test('runs once however many instances there are', async () => {
    const queue = newQueue()
    const minutes: number[] = []
    const register = (jobs: Jobs) =>
      jobs.schedule(queue, '* * * * *', async () => {
        minutes.push(new Date().getMinutes())
      })
    await Promise.all([start(register), start(register)])
    await until(() => minutes.length > 0, 90_000)
    await sleep(3_000)
    expect(new Set(minutes).size).toBe(minutes.length)
  }, 120_000)
})

test('mistakes in the program are told at the start', async () => {
  const queue = newQueue()
  const jobs = await start((all) => all.work(queue, { retry, concurrency: 1 }, async () => {}))
  expect(() => jobs.schedule(newQueue(), '* * * * *', async () => {})).toThrow('after the start')
  await expect(jobs.send(database.db, 'nobody', [{}])).rejects.toThrow('No such queue: nobody')
  const twice = start((all) => {
    for (const cron of ['1 * * * *', '2 * * * *']) all.schedule(queue, cron, async () => {})
  })
  await expect(twice).rejects.toThrow('twice')
})

test('trouble with the database is told, but not at every poll', async () => {
  const away = await createTestDatabase()
  await start((all) => all.work(newQueue(), { retry, concurrency: 2 }, async () => {}), { pool: away.pool })
  told.length = 0
  await away.pool.query('ALTER TABLE pgboss.job_common RENAME TO job_gone')
  await sleep(4_000)
  await away.pool.query('ALTER TABLE pgboss.job_gone RENAME TO job_common')
  const troubles = told.filter((message) => message === 'The job queue met an error')
  expect(troubles.length).toBeGreaterThan(0)
  expect(troubles.length).toBeLessThanOrEqual(3)
})
