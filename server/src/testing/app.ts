import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../app.ts'
import { ensureFirstUsers } from '../features/users/users.service.ts'
import { type Config, loadConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { Deps } from '../platform/deps.ts'
import { createJobs } from '../platform/jobs/pg-boss-jobs.ts'
import { createMailHooks } from '../platform/mail/mail-hooks.ts'
import { openMailer } from '../platform/mail/open-mailer.ts'
import { joinServers } from '../platform/secrets/servers.ts'
import { onCleanup } from './cleanup.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createJobClock } from './jobs.ts'
import { recordCalls } from './record-calls.ts'

const passwords = { adminPassword: 'administratorens-passord', salesPassword: 'selgerens-passord' }

/** A clock that stands still until a test moves it. */
interface TestClock {
  now(): Date
  set(instant: string): void
  advance(by: { minutes?: number; hours?: number; days?: number }): void
}

/** Makes a request, with a JSON body if one is given. */
type Caller = (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>

export interface TestApp {
  readonly app: FastifyInstance
  readonly config: Config
  readonly database: TestDatabase
  /** The app's dependencies, for running scheduled jobs. */
  readonly deps: Deps
  readonly clock: TestClock
  /** Adds the tests' hooks to an app. Call it for another server on the same database, too. */
  prepare(app: FastifyInstance): void
  /** Makes requests without a session. */
  readonly call: Caller
  /** Logs in as the administrator through the API; the result makes requests with that session. */
  asAdmin(): Promise<Caller>
  /** Logs in as the first sales user. */
  asSales(): Promise<Caller>
}

const stretchTimeouts = (app: FastifyInstance, factor: number): void => {
  app.addHook('onRoute', (route) => {
    if (route.handlerTimeout) route.handlerTimeout *= factor
  })
}

/**
 * Starts the whole server on its own database, with jobs running and mails stored in a throw-away `DATA_DIR` (or sent, with `smtpUrl`).
 * Stops and removes everything after the test, `describe` or file that called it. Time limits of handlers are `patience` times as long as
 * in production, since the machine may be busy.
 */
export const startTestApp = async (
  overrides: Partial<Config> = {},
  { patience = 6 }: { readonly patience?: number } = {},
): Promise<TestApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-app-'))
  const database = await createTestDatabase()
  const runtime = openDatabase(database.runtime)
  onCleanup(runtime.close)
  const config: Config = { ...loadConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }), ...passwords, ...overrides }
  const clock = createClock()
  const signing = await joinServers(config, { db: runtime.db, owner: database.db, clock })
  const mailer = openMailer(config)
  const log = { warn: () => {}, error: () => {} }
  const jobs = createJobs({
    pool: runtime.pool,
    worker: config.worker,
    log,
    clock: createJobClock(),
    schedules: false,
  })
  const deps = {
    config,
    database: runtime,
    databaseOwner: database.options,
    mailer,
    mailHooks: createMailHooks(),
    jobs,
    clock,
    signing,
  }
  const prepare = (app: FastifyInstance) => {
    recordCalls(app)
    stretchTimeouts(app, patience)
  }
  const app = await buildApp(deps, { guardOverload: false, prepare })
  await ensureFirstUsers(deps)
  await app.ready()
  await jobs.start()
  onCleanup(async () => {
    // The server would wait a minute for a connection that never sent a request, since Node doesn't count it as idle.
    app.server.closeAllConnections()
    await app.close()
    await jobs.stop(5_000)
    mailer.close()
    await rm(dataDir, { recursive: true })
  })
  const call = createCaller(app)
  return {
    app,
    config,
    database,
    deps,
    clock,
    prepare,
    call,
    asAdmin: async () =>
      callerAfterLogin(app, await call('POST', '/api/admin/login', { password: config.adminPassword })),
    asSales: async () => {
      const login = { username: config.salesUsername, password: config.salesPassword }
      return callerAfterLogin(app, await call('POST', '/api/auth/login', login))
    },
  }
}

const createClock = (): TestClock => {
  let now = new Date('2026-03-24T09:00:00.000Z')
  return {
    now: () => now,
    set: (instant) => {
      now = new Date(instant)
    },
    advance: ({ minutes = 0, hours = 0, days = 0 }) => {
      now = new Date(now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000)
    },
  }
}

const createCaller =
  (app: FastifyInstance, cookies: Record<string, string> = {}): Caller =>
  (method, url, body, headers = {}) =>
    app.inject({
      method,
      url,
      cookies,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })

const callerAfterLogin = (app: FastifyInstance, login: LightMyRequestResponse): Caller => {
  if (login.statusCode !== 200) throw new Error(`The login answered ${login.statusCode}: ${login.body}`)
  return createCaller(app, Object.fromEntries(login.cookies.map(({ name, value }) => [name, value])))
}
