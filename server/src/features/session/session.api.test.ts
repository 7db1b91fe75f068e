import argon2 from '@node-rs/argon2'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { deleteExpired } from './session.queries.ts'

const kontor = await startTestApp({ worker: 'off' })
const { call, clock, config, database } = kontor

const sales = { username: config.salesUsername, password: config.salesPassword }
const administrator = { password: config.adminPassword }

const cookieOf = (answer: LightMyRequestResponse): string => {
  const cookie = answer.cookies.find(({ name }) => name === 'kontor_session')
  if (!cookie) throw new Error('The answer sets no session cookie.')
  return cookie.value
}

const readSession = (cookie: string) =>
  call('GET', '/api/auth/session', undefined, { cookie: `kontor_session=${cookie}` })

const sessionRows = async () =>
  (await database.pool.query<{ id: string; expires_at: Date }>('SELECT * FROM sessions')).rows

describe('POST /api/admin/login', () => {
  it('opens an administrator session and returns its anti-forgery token', async () => {
    const answer = await call('POST', '/api/admin/login', administrator)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ auth: expect.stringMatching(/^[\w-]{43}$/) })
    const read = await readSession(cookieOf(answer))
    expect([read.json(), read.cookies]).toEqual([{ user: { username: 'admin', role: 'admin' } }, []])
  })

  it('rejects a wrong password, and a missing or oversized one as invalid', async () => {
    const invalid = [undefined, {}, { password: 7 }, { password: 'x'.repeat(1001) }].map((body) => [400, body] as const)
    for (const [status, body] of [[401, { password: 'feil' }] as const, ...invalid]) {
      const answer = await call('POST', '/api/admin/login', body)
      expect([answer.statusCode, answer.json().error, answer.cookies]).toEqual([status, 'Feil passord', []])
    }
  })

  it('returns a token that is useless without the cookie', async () => {
    const { auth } = (await call('POST', '/api/admin/login', administrator)).json()
    const bearer = { authorization: `Bearer ${auth}` }
    expect((await call('GET', '/api/auth/session', undefined, bearer)).statusCode).toBe(401)
    expect((await readSession(auth)).statusCode).toBe(401)
  })
})

describe('POST /api/auth/login', () => {
  it('opens a session for a sales user, ignoring the case of the name', async () => {
    const answer = await call('POST', '/api/auth/login', { ...sales, username: ` ${sales.username.toUpperCase()} ` })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ user: { username: sales.username, role: 'sales' } })
    expect((await readSession(cookieOf(answer))).json()).toEqual({ user: { username: sales.username, role: 'sales' } })
  })

  it("gives the same message for a wrong password, an unknown name and another account's password", async () => {
    for (const change of [{ password: 'wrong' }, { username: 'nobody' }, administrator]) {
      const answer = await call('POST', '/api/auth/login', { ...sales, ...change })
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'Invalid username or password' }])
    }
  })

  it('returns an English message for every missing field', async () => {
    const answer = await call('POST', '/api/auth/login', {})
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      error: 'Username is required. Password is required',
      fields: { username: 'Username is required', password: 'Password is required' },
    })
    expect((await call('POST', '/api/auth/login')).json()).toEqual({ error: 'Username and password are required' })
  })

  it('verifies one password hash for an unknown name too, so that it takes as long as a wrong password', async () => {
    const verify = vi.spyOn(argon2, 'verify')
    onTestFinished(() => verify.mockRestore())
    const checks = async (username: string): Promise<unknown[]> => {
      verify.mockClear()
      expect((await call('POST', '/api/auth/login', { username, password: 'wrong' })).statusCode).toBe(401)
      // Algorithm and cost: the beginning of a hash in PHC format.
      return verify.mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4))
    }
    const known = await checks(sales.username)
    expect(known).toHaveLength(1)
    expect(await checks('nobody')).toEqual(known)
    await call('POST', '/api/auth/login', sales)
  })
})

const isSessionCookie = ({ name }: { name: string }): boolean => name.endsWith('kontor_session')

describe('the session cookie', () => {
  it('is HttpOnly, SameSite and limited to /api', async () => {
    const answer = await call('POST', '/api/admin/login', administrator)
    expect(answer.cookies.filter(isSessionCookie)).toEqual([
      {
        name: 'kontor_session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/api',
        httpOnly: true,
        sameSite: 'Lax',
      },
    ])
  })

  it('is Secure with the __Host- prefix when the public address is https', async () => {
    const secure = await startTestApp({ worker: 'off', publicUrl: 'https://www.eksempel.example' })
    const answer = await secure.call('POST', '/api/admin/login', { password: secure.config.adminPassword })
    const name = '__Host-kontor_session'
    const [cookie, ...others] = answer.cookies.filter(isSessionCookie)
    expect([cookie, ...others]).toEqual([
      { name, value: expect.any(String), path: '/', httpOnly: true, sameSite: 'Lax', secure: true },
    ])
    const own = { cookie: `${name}=${cookie?.value}` }
    expect((await secure.call('GET', '/api/auth/session', undefined, own)).statusCode).toBe(200)
    // The cookie without the prefix is no longer accepted.
    const before = { cookie: `kontor_session=${cookie?.value}` }
    expect((await secure.call('GET', '/api/auth/session', undefined, before)).statusCode).toBe(401)
    const logout = await secure.call('POST', '/api/admin/logout', undefined, own)
    expect(logout.cookies).toMatchObject([{ name, value: '', path: '/', secure: true }])
  })

  it('contains an id that the database stores only as a hash', async () => {
    const id = cookieOf(await call('POST', '/api/admin/login', administrator))
    const stored = await sessionRows()
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(id)
    for (const row of stored) expect((await readSession(row.id)).statusCode).toBe(401)
  })

  it('gets a new id at every login; planted and earlier ids are invalid', async () => {
    const planted = 'a'.repeat(43)
    const first = await call('POST', '/api/admin/login', administrator, { cookie: `kontor_session=${planted}` })
    expect(cookieOf(first)).not.toBe(planted)
    expect((await readSession(planted)).statusCode).toBe(401)

    const second = await call('POST', '/api/auth/login', sales, { cookie: `kontor_session=${cookieOf(first)}` })
    expect((await readSession(cookieOf(first))).statusCode).toBe(401)
    expect((await readSession(cookieOf(second))).json()).toMatchObject({ user: { role: 'sales' } })
  })
})

it.each(['/api/admin/logout', '/api/auth/logout'])(
  'POST %s deletes the session, if any, and the cookie',
  async (url) => {
    const cookie = cookieOf(await call('POST', '/api/admin/login', administrator))
    const before = await sessionRows()
    const answer = await call('POST', url, undefined, { cookie: `kontor_session=${cookie}` })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(answer.cookies).toMatchObject([{ name: 'kontor_session', value: '', path: '/api' }])
    expect(answer.cookies[0]?.expires?.getTime()).toBe(0)
    expect((await readSession(cookie)).statusCode).toBe(401)
    expect(await sessionRows()).toHaveLength(before.length - 1)
    expect((await call('POST', url)).statusCode).toBe(204)
  },
)

describe('GET /api/auth/session', () => {
  it.each([
    ['STALE; VALID', 200],
    ['VALID; STALE', 200],
    ['x; VALID', 200],
    ['; STALE; VALID; ', 200],
    ['STALE; STALE; STALE; STALE; VALID', 200],
    ['STALE; STALE', 401],
    ['VALIDx; STALE', 401],
  ])('reads the session of whichever cookie has one: %s', async (sent, status) => {
    const [stale, valid] = [await call('POST', '/api/auth/login', sales), await call('POST', '/api/auth/login', sales)]
    await call('POST', '/api/auth/logout', undefined, { cookie: `kontor_session=${cookieOf(stale)}` })
    const values = sent.replaceAll('STALE', cookieOf(stale)).replaceAll('VALID', cookieOf(valid)).split('; ')
    const cookie = ['lang=en', ...values.map((value) => `kontor_session=${value}`)].join('; ')
    expect((await call('GET', '/api/auth/session', undefined, { cookie })).statusCode).toBe(status)
  })

  it('returns 401 without a session, and for a malformed cookie', async () => {
    const answer = await call('GET', '/api/auth/session')
    expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'You are not logged in.' }])
    for (const value of ['', 'x', '../../etc/passwd', 'é'.repeat(43), "' OR 1=1 --", 'a'.repeat(4000)])
      expect((await readSession(encodeURIComponent(value))).statusCode, value).toBe(401)
  })
})

describe('a session', () => {
  it('ends after 8 hours without a request; each request extends it', async () => {
    const cookie = cookieOf(await call('POST', '/api/auth/login', sales))
    clock.advance({ hours: 7, minutes: 59 })
    expect((await readSession(cookie)).statusCode).toBe(200)
    clock.advance({ hours: 7, minutes: 59 })
    expect((await readSession(cookie)).statusCode).toBe(200)
    clock.advance({ hours: 8 })
    expect((await readSession(cookie)).statusCode).toBe(401)
  })

  it('ends 7 days after the login even if it is used', async () => {
    const cookie = cookieOf(await call('POST', '/api/auth/login', sales))
    for (let hour = 7; hour < 7 * 24; hour += 7) {
      clock.advance({ hours: 7 })
      expect((await readSession(cookie)).statusCode).toBe(200)
    }
    clock.advance({ hours: 7, minutes: -1 })
    expect((await readSession(cookie)).statusCode).toBe(200)
    clock.advance({ minutes: 1 })
    expect((await readSession(cookie)).statusCode).toBe(401)
  })

  it('is deleted after it has expired', async () => {
    await database.pool.query('DELETE FROM sessions')
    await call('POST', '/api/auth/login', sales)
    clock.advance({ hours: 9 })
    const live = cookieOf(await call('POST', '/api/auth/login', sales))
    await deleteExpired(database.db, clock.now())
    expect(await sessionRows()).toHaveLength(1)
    expect((await readSession(live)).statusCode).toBe(200)
  })

  it('survives a restart of the server', async () => {
    const cookie = cookieOf(await call('POST', '/api/auth/login', sales))
    const another = await startAnotherApp(kontor)
    const answer = await another.inject({ url: '/api/auth/session', headers: { cookie: `kontor_session=${cookie}` } })
    expect(answer.statusCode).toBe(200)
  })
})

it('accepts concurrent logins with the same account and counts none as a failure', async () => {
  // The two rounds together exceed the limit of failed tries.
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', '/api/auth/login', sales)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(cookieOf)).size).toBe(8)
  }
})
