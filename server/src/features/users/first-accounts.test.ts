import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { systemClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { createJobs } from '../../platform/jobs/pg-boss-jobs.ts'
import { createMailHooks } from '../../platform/mail/mail-hooks.ts'
import { openMailer } from '../../platform/mail/open-mailer.ts'
import { afterUse } from '../../testing/cleanup.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { ensureFirstUsers } from './users.service.ts'

type Variables = Record<string, string>

/** A server that starts for the first time, or again on the same database with other variables. */
const prepare = async () => {
  const database = await createTestDatabase()
  const start = async (variables: Variables = {}) => {
    const config = loadConfig({ LOG_LEVEL: 'silent', ...variables })
    const jobs = createJobs({ pool: database.pool, worker: 'off', log: { warn: () => {}, error: () => {} } })
    const mailHooks = createMailHooks()
    const deps: Deps = { config, database, jobs, mailer: openMailer(config), mailHooks, clock: systemClock }
    const generated = await ensureFirstUsers(deps)
    const app = await buildApp(deps)
    afterUse(() => app.close())
    const admin = (password = '') => app.inject({ method: 'POST', url: '/api/admin/login', payload: { password } })
    const sales = (username = '', password = '') =>
      app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } })
    const session = (cookie = '') => app.inject({ url: '/api/auth/session', cookies: { kontor_session: cookie } })
    return { generated, admin, sales, session }
  }
  return { database, start }
}

describe('the first start', () => {
  it('makes up both passwords, which work, and tells them once', async () => {
    const { start } = await prepare()
    const { generated, admin, sales } = await start()
    expect(generated).toEqual({
      adminPassword: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/),
      sales: { username: 'salg', password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/) },
    })
    expect(generated.adminPassword).not.toBe(generated.sales?.password)
    expect((await admin(generated.adminPassword)).statusCode).toBe(200)
    expect((await sales('salg', generated.sales?.password)).statusCode).toBe(200)

    const again = await start()
    expect(again.generated).toEqual({})
    expect((await again.admin(generated.adminPassword)).statusCode).toBe(200)
  })

  it('takes the accounts that the variables name and tells nothing', async () => {
    const { start } = await prepare()
    const given = { ADMIN_PASSWORD: 'valgt-for-panelet', SALES_USERNAME: 'kari', SALES_PASSWORD: 'valgt-for-salget' }
    const { generated, admin, sales } = await start(given)
    expect(generated).toEqual({})
    expect((await admin('valgt-for-panelet')).statusCode).toBe(200)
    expect((await sales('kari', 'valgt-for-salget')).statusCode).toBe(200)
  })

  it('of several instances at once makes one set of accounts', async () => {
    const { start, database } = await prepare()
    const instances = await Promise.all([start(), start(), start()])
    const told = instances.filter(({ generated }) => generated.adminPassword !== undefined)
    expect(told).toHaveLength(1)
    for (const { admin } of instances) {
      expect((await admin(told[0]?.generated.adminPassword)).statusCode).toBe(200)
    }
    expect((await database.pool.query('SELECT FROM users')).rowCount).toBe(1)
  })

  it('stores no password in clear', async () => {
    const { start, database } = await prepare()
    const { generated } = await start()
    const stored = JSON.stringify([
      (await database.pool.query('SELECT * FROM users')).rows,
      (await database.pool.query('SELECT * FROM system_settings')).rows,
    ])
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain(generated.adminPassword)
    expect(stored).not.toContain(generated.sales?.password)
  })
})

describe('a later start', () => {
  it('lets an ADMIN_PASSWORD win over the stored one and ends the administrator’s sessions', async () => {
    const { start } = await prepare()
    const first = await start()
    const [cookie] = (await first.admin(first.generated.adminPassword)).cookies
    const second = await start({ ADMIN_PASSWORD: 'valgt-for-panelet' })
    expect(second.generated).toEqual({})
    expect((await second.admin('valgt-for-panelet')).statusCode).toBe(200)
    expect((await second.admin(first.generated.adminPassword)).statusCode).toBe(401)
    expect((await second.session(cookie?.value)).statusCode).toBe(401)
  })

  it('with the same ADMIN_PASSWORD leaves the sessions alone', async () => {
    const { start } = await prepare()
    const first = await start({ ADMIN_PASSWORD: 'valgt-for-panelet' })
    const [cookie] = (await first.admin('valgt-for-panelet')).cookies
    const second = await start({ ADMIN_PASSWORD: 'valgt-for-panelet' })
    expect((await second.session(cookie?.value)).statusCode).toBe(200)
  })

  it('makes no sales user again when the administrator has deleted the first', async () => {
    const { start, database } = await prepare()
    await start()
    await database.pool.query('DELETE FROM users')
    expect((await start()).generated).toEqual({})
    expect((await database.pool.query('SELECT FROM users')).rowCount).toBe(0)
  })
})
