import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { grantRights } from '../access/rights.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { runtimeRole } from '../embedded/cluster.ts'
import { createJobs } from '../jobs/pg-boss-jobs.ts'

const openBehindProxy = async ({ options }: TestDatabase) => {
  const proxy = await startDatabaseProxy(options)
  const database = openDatabase(proxy.options)
  onCleanup(database.close)
  return { proxy, database }
}

const startJobs = ({ pool }: Database): Promise<void> =>
  createJobs({ pool, worker: 'off', log: { warn: () => {}, error: () => {} } }).start()

/** Advances fake timers until `work` settles. */
const advanceUntilSettled = async <Value>(work: Promise<Value>): Promise<Value> => {
  let done = false
  const settled = work.finally(() => {
    done = true
  })
  settled.catch(() => {})
  do {
    vi.advanceTimersByTime(500)
    await nextTurn()
  } while (!done)
  return settled
}

it('answers 503 while the database hangs silently, and writes again once another has its address', async () => {
  const kontor = await startTestApp({ worker: 'off' }, { patience: 1 })
  const { proxy, database } = await openBehindProxy(kontor.database)
  const app = await startAnotherApp({ ...kontor, database: { ...kontor.database, ...database } })
  const login = () =>
    app.inject({ method: 'POST', url: '/api/admin/login', payload: { password: kontor.config.adminPassword } })
  // Opens every connection of the pool.
  const first = await Promise.all(Array.from({ length: 10 }, login))
  expect(first.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  proxy.freeze()
  const answers = await advanceUntilSettled(Promise.all(Array.from({ length: 15 }, login)))
  expect(proxy.swallowed()).toBeGreaterThanOrEqual(5)
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
  }
  const ready = app.inject({ url: '/readyz' }).then(({ statusCode }) => statusCode)
  expect(await advanceUntilSettled(ready)).toBe(503)
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)

  while (database.pool.totalCount > 0) await advanceUntilSettled(nextTurn())
  proxy.thaw()
  vi.useRealTimers()
  expect((await login()).statusCode).toBe(200)
  expect(database.pool.waitingCount).toBe(0)
})

const shared = await createTestDatabase()

it('fails a transaction when the database hangs halfway, and does not wait for its rollback', async () => {
  const { proxy, database } = await openBehindProxy(shared)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const failing = database.db
    .transaction(async (tx) => {
      await tx.execute('SELECT 1')
      proxy.freeze()
      await tx.execute('SELECT 2')
    })
    .catch((error: unknown) => error)
  while (proxy.swallowed() === 0) await nextTurn()
  const failure = await advanceUntilSettled(failing)
  expect(String(failure instanceof Error && failure.cause)).toContain('sent nothing for 7 seconds')
  // Only the query was swallowed; no ROLLBACK followed.
  expect(proxy.swallowed()).toBe(1)
  expect(database.pool.totalCount).toBe(0)
})

it.each([
  ['its schema is looked up', 'to_regclass', migrateDatabase],
  ['it waits for another start', 'advisory_xact_lock', ({ pool }: Database) => grantRights(pool, runtimeRole, {})],
  ['its rights are granted', 'has_table_privilege', ({ pool }: Database) => grantRights(pool, runtimeRole, {})],
  ["its queue's schema is created", 'to_regnamespace', startJobs],
])('gives up a start when the database hangs while %s', async (_step, statement, start) => {
  const { proxy, database } = await openBehindProxy(shared)
  database.pool.on('acquire', (client) => {
    const { query } = client
    vi.spyOn(client, 'query').mockImplementation((...args: unknown[]) => {
      if (String(args[0]).includes(statement)) proxy.freeze()
      return Reflect.apply(query, client, args)
    })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const failing = start(database).catch((error: unknown) => error)
  while (proxy.swallowed() === 0) await nextTurn()
  expect(String(await advanceUntilSettled(failing))).toContain('sent nothing for 7 seconds')
})

it('sets PostgreSQL timeouts for long statements and idle transactions', async () => {
  const { database } = await openBehindProxy(shared)
  const { rows } = await database.pool.query(
    `SELECT name, setting::int FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: 60_000 },
    { name: 'statement_timeout', setting: 6_000 },
  ])
})
