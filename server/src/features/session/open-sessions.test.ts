import type { OpenSession } from '@kontor/contract/session/session.schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { clock, database } = kontor
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

type Caller = TestApp['call']

const logIn = async (url: string, body: object, userAgent = firefox): Promise<Caller & { cookie: string }> => {
  const answer = await kontor.call('POST', url, body, { 'user-agent': userAgent })
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const call: Caller = (method, path, sent) => kontor.call(method, path, sent, { cookie })
  return Object.assign(call, { cookie })
}

const { adminPassword, salesUsername, salesPassword } = kontor.config
const asShared = (userAgent?: string) => logIn('/api/admin/login', { password: adminPassword }, userAgent)
const asSeller = (userAgent?: string) =>
  logIn('/api/auth/login', { username: salesUsername, password: salesPassword }, userAgent)
const listOf = async (call: Caller): Promise<OpenSession[]> => (await call('GET', '/api/sessions')).json()
const isOpen = async (call: Caller): Promise<boolean> => (await call('GET', '/api/auth/session')).statusCode === 200

beforeEach(() => database.pool.query('DELETE FROM sessions'))

describe('GET /api/sessions', () => {
  it('lists the own sessions, the last used first, and which one asks', async () => {
    const first = await asSeller()
    const loggedInAt = clock.now().toISOString()
    clock.advance({ minutes: 6 })
    const second = await asSeller('curl/8.5.0')
    await asShared()
    const here = { id: expect.any(String), address: '127.0.0.1' }
    expect(await listOf(second)).toEqual([
      {
        ...here,
        device: 'Ukjent enhet',
        createdAt: clock.now().toISOString(),
        lastSeenAt: clock.now().toISOString(),
        isCurrent: true,
      },
      { ...here, device: 'Firefox på Linux', createdAt: loggedInAt, lastSeenAt: loggedInAt, isCurrent: false },
    ])
    expect((await listOf(first)).find(({ isCurrent }) => isCurrent)?.device).toBe('Firefox på Linux')
  })

  it('shows an administrator with the shared password everybody who uses it, and no others', async () => {
    const [one] = [await asShared(), await asShared(), await asSeller()]
    expect(await listOf(one)).toHaveLength(2)
  })

  it('names no id that opens a session', async () => {
    const call = await asSeller()
    const stored = await database.pool.query('SELECT id FROM sessions')
    const { body } = await call('GET', '/api/sessions')
    expect(body).not.toContain(stored.rows[0].id)
    expect(body).not.toContain(call.cookie.split('=')[1])
  })

  it('leaves out sessions that have expired', async () => {
    await asSeller()
    clock.advance({ hours: 9 })
    expect(await listOf(await asSeller())).toHaveLength(1)
  })

  it('records the last use every five minutes at most', async () => {
    const call = await asSeller()
    const seen = async () => (await listOf(call))[0]?.lastSeenAt
    const start = clock.now().toISOString()
    clock.advance({ minutes: 4 })
    expect([await seen(), await seen()]).toEqual([start, start])
    clock.advance({ minutes: 1 })
    expect(await seen()).toBe(clock.now().toISOString())
  })
})

describe('DELETE /api/sessions/{id}', () => {
  it('ends one of the own sessions', async () => {
    const [own, other] = [await asSeller(), await asSeller()]
    const id = (await listOf(own)).find(({ isCurrent }) => !isCurrent)?.id
    expect((await own('DELETE', `/api/sessions/${id}`)).statusCode).toBe(204)
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false])
    expect((await own('DELETE', `/api/sessions/${id}`)).statusCode).toBe(404)
  })

  it('answers 404 for the session of another user, which stays open', async () => {
    const [seller, admin] = [await asSeller(), await asShared()]
    const [session] = await listOf(seller)
    expect((await admin('DELETE', `/api/sessions/${session?.id}`)).statusCode).toBe(404)
    expect(await isOpen(seller)).toBe(true)
  })
})

describe('POST /api/sessions/end-others', () => {
  it('ends all other sessions of the user, and nobody else’s', async () => {
    const [own, other, third, admin] = [await asSeller(), await asSeller(), await asSeller(), await asShared()]
    expect((await own('POST', '/api/sessions/end-others')).json()).toEqual({ ended: 2 })
    expect(await Promise.all([own, other, third, admin].map(isOpen))).toEqual([true, false, false, true])
    expect((await own('POST', '/api/sessions/end-others')).json()).toEqual({ ended: 0 })
  })
})
