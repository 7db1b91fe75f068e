import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { afterUse } from '../../testing/cleanup.ts'
import { startDatabaseProxy } from '../../testing/database-proxy.ts'
import { openDatabase } from '../database/database.ts'

const startBehindProxy = async () => {
  const office = await startTestApp({ worker: 'off' })
  const proxy = await startDatabaseProxy(office.database.options)
  const database = openDatabase(proxy.options)
  afterUse(database.close)
  const app = await startAnotherApp({ ...office, database: { ...office.database, ...database } })
  const login = () =>
    app.inject({ method: 'POST', url: '/api/admin/login', payload: { password: office.config.adminPassword } })
  return { proxy, database, app, login }
}

/** Timers stand still until they are moved on, as far as it takes. */
const withoutWaiting = async <Value>(work: Promise<Value>): Promise<Value> => {
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

it('answers 503 while the database hangs without a word, and writes again when another one is at its address', async () => {
  const { proxy, database, app, login } = await startBehindProxy()
  // Every connection that the pool may have is open.
  const first = await Promise.all(Array.from({ length: 10 }, login))
  expect(first.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  proxy.freeze()
  const answers = await withoutWaiting(Promise.all(Array.from({ length: 15 }, login)))
  expect(proxy.swallowed()).toBeGreaterThanOrEqual(5)
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
  }
  const ready = app.inject({ url: '/readyz' }).then(({ statusCode }) => statusCode)
  expect(await withoutWaiting(ready)).toBe(503)
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)

  while (database.pool.totalCount > 0) await withoutWaiting(nextTurn())
  proxy.thaw()
  vi.useRealTimers()
  expect((await login()).statusCode).toBe(200)
  expect(database.pool.waitingCount).toBe(0)
})

it('gives up a transaction whose database hangs half-way, and does not wait for its rollback', async () => {
  const { proxy, database } = await startBehindProxy()
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
  const failure = await withoutWaiting(failing)
  expect(String(failure instanceof Error && failure.cause)).toContain('sent nothing for 10 seconds')
  // The query that was swallowed, and no ROLLBACK after it.
  expect(proxy.swallowed()).toBe(1)
  expect(database.pool.totalCount).toBe(0)
})

it('lets PostgreSQL end statements that take too long and transactions that nobody goes on with', async () => {
  const { database } = await startBehindProxy()
  const { rows } = await database.pool.query(
    `SELECT name, setting::int FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: 60_000 },
    { name: 'statement_timeout', setting: 8_000 },
  ])
})
