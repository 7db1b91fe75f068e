import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../platform/session/passwords.ts'
import { startTestApp } from '../../testing/app.ts'
import { callDuring } from '../../testing/locks.ts'
import { addUser } from '../../testing/users.ts'
import { replaceAdminPassword } from '../users/users.queries.ts'

// The state after a first start without ADMIN_PASSWORD: the administrator's password is only in the database.
const kontor = await startTestApp({ worker: 'off', adminPassword: undefined })
const { call, clock, database } = kontor
const adminPassword = 'fjelltopp-røyskatt-kanel'
await replaceAdminPassword(database.db, await hashPassword(adminPassword))

const newPassword = 'smørbrød-og-en-gammel-traktor'
const tooEasy = 'Passordet er for lett å gjette. Bruk flere tilfeldige ord, og ikke navn på bruker eller firma'
const wrongPassword = { error: 'Feil passord', fields: { currentPassword: 'Feil passord' } }

const cookieOf = ({ cookies }: LightMyRequestResponse): string => {
  // The last cookie is the new session's, after the deletion of the earlier one.
  const cookie = cookies.at(-1)
  if (!cookie) throw new Error('The answer sets no session cookie.')
  return cookie.value
}

const withCookie = (cookie: string) => ({ cookie: `kontor_session=${cookie}` })

/** An account under test: the endpoint that changes its password, and its login. */
interface Account {
  readonly path: string
  readonly password: string
  /** Part of the account's name. */
  readonly name: string
  readonly logIn: (password: string) => Promise<LightMyRequestResponse>
}

let users = 0

const newSalesUser = async (): Promise<Account & { readonly username: string }> => {
  const [username, password] = [`Ragnhild Bakken ${++users}`, 'vindauge-kanel-fjelltopp']
  await addUser(kontor, { username, password })
  const logIn = (typed: string) => call('POST', '/api/auth/login', { username, password: typed })
  return { path: '/api/users/me/password', username, password, name: 'ragnhild', logIn }
}

const administrator = async (): Promise<Account> => {
  await replaceAdminPassword(database.db, await hashPassword(adminPassword))
  const logIn = (password: string) => call('POST', '/api/admin/login', { password })
  return { path: '/api/admin/password', password: adminPassword, name: 'admin', logIn }
}

const change = (path: string, cookie: string, currentPassword: unknown, newPassword: unknown) =>
  call('PUT', path, { currentPassword, newPassword }, withCookie(cookie))

const sessionStatus = async (cookie: string): Promise<number> =>
  (await call('GET', '/api/auth/session', undefined, withCookie(cookie))).statusCode

describe.each([
  { role: 'a sales user', open: newSalesUser },
  { role: 'the administrator', open: administrator },
])('the password of $role', ({ open }) => {
  it('changes: the current session gets a new id, others end, and only the new password logs in', async () => {
    const { path, password, logIn } = await open()
    const [own, other] = [cookieOf(await logIn(password)), cookieOf(await logIn(password))]
    const changed = await change(path, own, password, newPassword)
    expect(changed.statusCode).toBeLessThan(300)
    expect(await sessionStatus(cookieOf(changed))).toBe(200)
    expect([await sessionStatus(own), await sessionStatus(other)]).toEqual([401, 401])
    expect((await logIn(password)).statusCode).toBe(401)
    expect((await logIn(newPassword)).statusCode).toBe(200)
  })

  it('stays when the new password is too short, too long, the same, or easy to guess', async () => {
    const { path, password, name, logIn } = await open()
    const cookie = cookieOf(await logIn(password))
    const faultOf = async (typed: unknown) => {
      const answer = await change(path, cookie, password, typed)
      expect(answer.statusCode).toBe(400)
      return answer.json().fields
    }
    expect(await faultOf('kort')).toEqual({ newPassword: 'Passordet må ha minst 12 tegn' })
    expect(await faultOf('x'.repeat(201))).toEqual({ newPassword: 'Passordet kan ha høyst 200 tegn' })
    expect(await faultOf(password)).toEqual({ newPassword: 'Det nye passordet er det samme som det du har' })
    for (const guessable of [`${name}-2026-${name}`, 'eksempel-as-2026'])
      expect(await faultOf(guessable)).toEqual({ newPassword: tooEasy })
    expect((await call('PUT', path, {}, withCookie(cookie))).json().fields).toEqual({
      currentPassword: 'Fyll inn passordet du har nå',
      newPassword: 'Passord er påkrevd',
    })
    expect((await logIn(password)).statusCode).toBe(200)
  })

  it('stays after a wrong current one, which keeps the session and is throttled with the login', async () => {
    const { path, password, logIn } = await open()
    const cookie = cookieOf(await logIn(password))
    for (let tries = 0; tries < 10; tries++) {
      const wrong = await change(path, cookie, 'feil', newPassword)
      expect([wrong.statusCode, wrong.json()]).toEqual([400, wrongPassword])
    }
    const blocked = await change(path, cookie, password, newPassword)
    expect(blocked.statusCode).toBe(429)
    expect(blocked.headers['retry-after']).toBe('1')
    expect(blocked.json()).toEqual({ error: 'For mange forsøk. Vent 1 sekund og prøv igjen.' })
    expect((await logIn(password)).statusCode).toBe(429)
    expect(await sessionStatus(cookie)).toBe(200)
    clock.advance({ hours: 2 })
    expect((await change(path, cookie, password, newPassword)).statusCode).toBeLessThan(300)
  })
})

describe('PUT /api/users/me/password', () => {
  it('is not for the administrator', async () => {
    const { logIn, password } = await administrator()
    const answer = await change('/api/users/me/password', cookieOf(await logIn(password)), password, newPassword)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({ error: 'Administratorens passord byttes i Innstillinger.' })
  })

  it('conflicts with a password that the administrator sets concurrently', async () => {
    const { path, password, username, logIn } = await newSalesUser()
    const cookie = cookieOf(await logIn(password))
    const theirs = await hashPassword('et-nytt-fra-kontoret')
    const update = ['UPDATE users SET password_hash = $1 WHERE username = $2', theirs, username] as const
    const answer = await callDuring(database.pool, update, () => change(path, cookie, password, newPassword))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ error: 'Passordet ble byttet et annet sted i mellomtiden.' })
    expect(answer.cookies).toEqual([])
    expect((await logIn('et-nytt-fra-kontoret')).statusCode).toBe(200)
  })
})

describe('PUT /api/admin/password', () => {
  it('is offered, and returns the anti-forgery token of the new session', async () => {
    const { path, password, logIn } = await administrator()
    const cookie = cookieOf(await logIn(password))
    const offered = await call('GET', '/api/admin/password', undefined, withCookie(cookie))
    expect(offered.json()).toEqual({ setByEnvironment: false })
    const changed = await change(path, cookie, password, newPassword)
    expect(changed.json()).toEqual({ auth: expect.stringMatching(/^[\w-]{43}$/) })
  })

  it('returns 409 when the environment sets the password', async () => {
    const fixed = await startTestApp({ worker: 'off' })
    const asAdmin = await fixed.asAdmin()
    const body = { currentPassword: fixed.config.adminPassword, newPassword }
    const answer = await asAdmin('PUT', '/api/admin/password', body)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ error: 'Passordet er satt på serveren (ADMIN_PASSWORD) og kan bare byttes der.' })
    expect((await asAdmin('GET', '/api/admin/password')).json()).toEqual({ setByEnvironment: true })
  })
})

it('still accepts a password that was stored before the policy existed', async () => {
  const { logIn } = await administrator()
  await replaceAdminPassword(database.db, await hashPassword('a'))
  expect((await logIn('a')).statusCode).toBe(200)
})
