import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { ensureFirstUsers } from '../../features/users/users.service.ts'
import { startTestApp } from '../../testing/app.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { createPreparedDataDir } from '../../testing/data-dir.ts'
import { openTestSigning } from '../../testing/signing.ts'
import { systemClock } from '../clock.ts'
import { loadConfig } from '../config/config.ts'
import { openDatabase } from '../database/database.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { createJobs } from '../jobs/pg-boss-jobs.ts'
import { createMailHooks } from '../mail/mail-hooks.ts'
import { openMailer } from '../mail/open-mailer.ts'
import type { Site } from '../pages/built-site.ts'
import { textResource } from './assets.ts'

const page = { resource: textResource('<title>Kontor</title>'), headers: {} }
const variants = { no: page, en: page }
const tagHosts = { script: [], connect: [], image: [] }
const documents = {
  pages: new Map([['/', variants]]),
  notFound: variants,
  refusals: { failed: variants, 'too-many': variants },
  files: new Map(),
  content: null,
  tagHosts,
}
const site: Site = {
  current: () => documents,
  show: () => Promise.reject(new Error('Nothing changes in this test')),
  preview: () => Promise.reject(new Error('Nothing is previewed in this test')),
  pageIds: new Set(),
  office: new Map(),
  refusedForm: () => Promise.reject(new Error('No form is refused in this test')),
  plain: async () => '',
  assets: new Map(),
}

const unavailable = { error: 'Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.' }

it('answers 503 at once while the database is down, serves pages, and recovers without a restart', async () => {
  const dataDir = await createPreparedDataDir()
  const config = loadConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir, ADMIN_PASSWORD: 'administratorens-passord' })
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const database = openDatabase(embedded.runtime)
  const jobs = createJobs({ pool: database.pool, worker: 'off', log: { warn: () => {}, error: () => {} } })
  const hooks = { mailer: openMailer(config), mailHooks: createMailHooks() }
  const signing = await openTestSigning()
  const deps = { config, database, databaseOwner: embedded.owner, jobs, ...hooks, clock: systemClock, signing }
  await ensureFirstUsers(deps)
  const app = await buildApp(deps, { site })
  await jobs.start()
  onCleanup(async () => {
    await app.close()
    await database.close()
  })
  const login = () =>
    app.inject({ method: 'POST', url: '/api/admin/login', payload: { password: 'administratorens-passord' } })
  const cookie = (await login()).cookies.find(({ name }) => name === 'kontor_session')
  const list = () => app.inject({ url: '/api/contacts', cookies: { kontor_session: cookie?.value ?? '' } })
  expect((await list()).statusCode).toBe(200)

  await embedded.stop()
  // Timers are frozen: a response that waits for one would never come.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (const attempt of [list, login]) {
    const answer = await attempt()
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual(unavailable)
    expect(answer.headers['retry-after']).toBe('5')
  }
  expect((await app.inject({ url: '/readyz' })).json()).toMatchObject({ status: 'unavailable', database: false })
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(200)
  const visit = (url: string) => app.inject({ url, cookies: { kontor_session: cookie?.value ?? '' } })
  expect([(await visit('/')).statusCode, (await visit('/unknown')).statusCode]).toEqual([200, 404])

  vi.useRealTimers()
  const restarted = await startEmbedded({ dataDir, log: () => {} })
  onCleanup(restarted.stop)
  expect((await list()).statusCode).toBe(200)
  expect((await login()).statusCode).toBe(200)
  expect((await app.inject({ url: '/readyz' })).json()).toMatchObject({ database: true })
})

it('answers 503 after ten seconds when the database accepts a query but does not respond', async () => {
  const kontor = await startTestApp({ worker: 'off' }, { patience: 1 })
  const asAdmin = await kontor.asAdmin()
  const other = new pg.Client(kontor.database.options)
  await other.connect()
  onCleanup(() => other.end())
  await other.query('BEGIN; LOCK TABLE sessions')

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const calls = [asAdmin('GET', '/api/contacts'), asAdmin('POST', '/api/admin/logout')]
  const countBlocked = async () => {
    const { rows } = await kontor.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  while ((await countBlocked()) < calls.length);
  vi.advanceTimersByTime(10_000)
  for (const answer of await Promise.all(calls)) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual(unavailable)
  }
  vi.useRealTimers()
  await other.query('ROLLBACK')
  expect((await (await kontor.asAdmin())('GET', '/api/contacts')).statusCode).toBe(200)
})
