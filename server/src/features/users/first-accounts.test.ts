import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { systemClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { createJobs } from '../../platform/jobs/pg-boss-jobs.ts'
import { createMailHooks } from '../../platform/mail/mail-hooks.ts'
import { openMailer } from '../../platform/mail/open-mailer.ts'
import { onCleanup } from '../../testing/cleanup.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openTestSigning } from '../../testing/signing.ts'
import { lockCompany, writeCompany } from '../company/company.queries.ts'
import { ensureFirstUsers, warnOfWeakPasswords } from './users.service.ts'

type Variables = Record<string, string>

/** A database on which servers can be started several times, with different variables. */
const prepare = async () => {
  const database = await createTestDatabase()
  const start = async (variables: Variables = {}) => {
    const config = loadConfig({ LOG_LEVEL: 'silent', ...variables })
    const jobs = createJobs({ pool: database.pool, worker: 'off', log: { warn: () => {}, error: () => {} } })
    const mailHooks = createMailHooks()
    const signing = await openTestSigning()
    const mailer = openMailer(config)
    const databaseOwner = database.options
    const deps: Deps = { config, database, databaseOwner, jobs, mailer, mailHooks, clock: systemClock, signing }
    const generated = await ensureFirstUsers(deps)
    const app = await buildApp(deps)
    onCleanup(() => app.close())
    const admin = (password = '') => app.inject({ method: 'POST', url: '/api/admin/login', payload: { password } })
    const sales = (username = '', password = '') =>
      app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } })
    const session = (cookie = '') => app.inject({ url: '/api/auth/session', cookies: { kontor_session: cookie } })
    return { generated, admin, sales, session }
  }
  return { database, start }
}

describe('the first start', () => {
  it('generates both passwords, returns them once and stores neither in plain text', async () => {
    const { start, database } = await prepare()
    const { generated, admin, sales } = await start()
    const password = expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    expect(generated).toEqual({ adminPassword: password, sales: { username: 'salg', password } })
    expect(generated.adminPassword).not.toBe(generated.sales?.password)
    expect((await admin(generated.adminPassword)).statusCode).toBe(200)
    expect((await sales('salg', generated.sales?.password)).statusCode).toBe(200)
    const stored = JSON.stringify([
      (await database.pool.query('SELECT * FROM users')).rows,
      (await database.pool.query('SELECT * FROM system_settings')).rows,
    ])
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain(generated.adminPassword)
    expect(stored).not.toContain(generated.sales?.password)

    await database.pool.query('DELETE FROM users')
    const again = await start()
    expect(again.generated).toEqual({})
    expect((await again.admin(generated.adminPassword)).statusCode).toBe(200)
    expect((await database.pool.query('SELECT FROM users')).rowCount).toBe(0)
  })

  it('uses the accounts from the variables and returns nothing', async () => {
    const { start } = await prepare()
    const variables = {
      ADMIN_PASSWORD: 'valgt-for-panelet',
      SALES_USERNAME: 'kari',
      SALES_PASSWORD: 'valgt-for-salget',
    }
    const { generated, admin, sales } = await start(variables)
    expect(generated).toEqual({})
    expect((await admin('valgt-for-panelet')).statusCode).toBe(200)
    expect((await sales('kari', 'valgt-for-salget')).statusCode).toBe(200)
  })

  it('creates one set of accounts when several instances start concurrently', async () => {
    const { start, database } = await prepare()
    const instances = await Promise.all([start(), start(), start()])
    const withPassword = instances.filter(({ generated }) => generated.adminPassword !== undefined)
    expect(withPassword).toHaveLength(1)
    for (const { admin } of instances) {
      expect((await admin(withPassword[0]?.generated.adminPassword)).statusCode).toBe(200)
    }
    expect((await database.pool.query('SELECT FROM users')).rowCount).toBe(1)
  })
})

it('warns of passwords in the variables that name the company as the office has renamed it', async () => {
  const { database } = await prepare()
  const warnings = () =>
    warnOfWeakPasswords({ config: loadConfig({ ADMIN_PASSWORD: 'fjordlys-regnskap-2026' }), database })
  expect(await warnings()).toEqual([])
  await lockCompany(database.db)
  await writeCompany(database.db, { ...deliveredCompany, name: 'Fjordlys Regnskap' })
  expect(await warnings()).toEqual([expect.stringMatching(/^ADMIN_PASSWORD must not be easy to guess/)])
})

it('a later start replaces the stored password by ADMIN_PASSWORD once, and ends its sessions', async () => {
  const { start } = await prepare()
  const first = await start()
  const cookie = (await first.admin(first.generated.adminPassword)).cookies.at(-1)
  const variables = { ADMIN_PASSWORD: 'valgt-for-panelet' }
  const second = await start(variables)
  expect(second.generated).toEqual({})
  const kept = (await second.admin('valgt-for-panelet')).cookies.at(-1)
  expect((await second.admin(first.generated.adminPassword)).statusCode).toBe(401)
  expect((await second.session(cookie?.value)).statusCode).toBe(401)
  const third = await start(variables)
  expect((await third.session(kept?.value)).statusCode).toBe(200)
})
