import { beforeAll, describe, expect, it } from 'vitest'
import { runAsKontor } from '../../platform/database/origin.ts'
import { startTestApp } from '../../testing/app.ts'
import { type Caller, openBrowser, setUpApp } from '../../testing/second-factor.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { addUser } from '../../testing/users.ts'
import { resetSecondFactor } from '../session/session.reset.service.ts'

const kontor = await startTestApp({ worker: 'off' })
const password = 'et-passord-av-rett-lengde'
const username = 'kari'

const logInShared = (call: Caller = openBrowser(kontor)) =>
  call('POST', '/api/admin/login', { password: kontor.config.adminPassword })

const logInNamed = async (): Promise<Caller> => {
  const call = openBrowser(kontor)
  expect((await call('POST', '/api/admin/login', { username, password })).statusCode).toBe(200)
  return call
}

const run = async (...args: string[]) => {
  const main = new URL('../../reset-second-factor.ts', import.meta.url).pathname
  const env = { DATABASE_URL: kontor.database.url, DATA_DIR: kontor.config.dataDir }
  const process = startServerProcess({ env, args: [main, ...args] })
  return { code: await process.ended, output: process.output() }
}

let kari: Caller

const setShared = (enabled: unknown, call = kari) => call('PUT', '/api/admin/password/shared', { enabled })

beforeAll(async () => {
  await addUser(kontor, { username, password, role: 'admin' })
  kari = await logInNamed()
})

describe('switching off the shared password', () => {
  it('is for named administrators, once one has a second factor', async () => {
    const refused = await setShared(false)
    expect([refused.statusCode, refused.json().error]).toEqual([409, expect.stringContaining('totrinnsbekreftelse')])
    expect((await setShared(false, await kontor.asAdmin())).statusCode).toBe(403)
    expect((await setShared('nei')).statusCode).toBe(400)
    expect((await logInShared()).statusCode).toBe(200)
  })

  it('ends its sessions and rejects it, until it is switched on again', async () => {
    await setUpApp(kontor, kari)
    const shared = openBrowser(kontor)
    await logInShared(shared)
    expect((await setShared(false)).json()).toEqual({ enabled: false })
    expect((await shared('GET', '/api/users')).statusCode).toBe(401)
    const answer = await logInShared()
    expect([answer.statusCode, answer.json().error]).toEqual([
      403,
      'Det felles passordet er slått av. Logg inn med brukernavn.',
    ])
    expect((await kontor.call('GET', '/api/login-ways')).json()).toMatchObject({ sharedPassword: false })
    expect((await setShared(true)).json()).toEqual({ enabled: true })
    expect((await shared('GET', '/api/users')).statusCode).toBe(401)
    expect((await logInShared()).statusCode).toBe(200)
  })
})

describe('npm run reset-second-factor', () => {
  it('lets a user in by password alone, whatever the case of the name, and ends the sessions', async () => {
    const { code, output } = await run('KARI')
    expect(code).toBe(0)
    expect(output).toContain('1 removed')
    expect(output).toMatch(/security event: .*factor-removed/)
    const { rows } = await kontor.database.pool.query(
      'SELECT actor, actor_kind, action, kind, title, after FROM audit_events ORDER BY id DESC LIMIT 1',
    )
    const after = { removed: 1, sessions: expect.any(Number) }
    expect(rows).toEqual([
      { actor: 'Kontor', actor_kind: 'system', action: 'factor-removed', kind: 'user', title: 'kari', after },
    ])
    expect((await kari('GET', '/api/users')).statusCode).toBe(401)
    kari = await logInNamed()
    expect((await kari('GET', '/api/second-factor')).json()).toMatchObject({ authenticators: [], recoveryCodesLeft: 0 })
  })

  it('also switches the shared password on again for admin', async () => {
    const shared = openBrowser(kontor)
    await logInShared(shared)
    await setUpApp(kontor, shared)
    await setUpApp(kontor, kari)
    await setShared(false)
    const reset = await runAsKontor({ warn: () => {} }, () => resetSecondFactor(kontor.database, 'admin'))
    expect(reset).toMatchObject({ removed: 1 })
    const again = openBrowser(kontor)
    expect((await logInShared(again)).json()).toEqual({ auth: expect.any(String) })
    expect((await again('GET', '/api/users')).statusCode).toBe(200)
    expect((await kari('GET', '/api/users')).statusCode).toBe(200)
  })

  it('fails without a user, and for an unknown one', async () => {
    expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('Name the user') })
    expect(await run('ingen')).toMatchObject({ code: 1, output: expect.stringContaining('There is no user ingen.') })
  })
})
