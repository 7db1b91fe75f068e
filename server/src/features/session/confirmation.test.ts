import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createPasskey } from '../../testing/passkey.ts'
import { type Caller, codeOf, openBrowser, setUpApp } from '../../testing/second-factor.ts'

const kontor = await startTestApp({ worker: 'off' })
const { clock, database } = kontor
const { adminPassword, salesPassword } = kontor.config
const refusal = { error: 'Bekreft at det er deg før du fortsetter.', code: 'confirmation-required' }

const confirm = (call: TestApp['call'], password: unknown) => call('POST', '/api/session/confirm', { password })
const statusOf = async (call: TestApp['call']) => (await call('GET', '/api/session/confirm')).statusCode

beforeEach(() => database.pool.query('DELETE FROM login_failures'))

describe('a call that needs a recent proof', () => {
  it('is answered for fifteen minutes after the login', async () => {
    const call = await kontor.asAdmin()
    clock.advance({ minutes: 14.99 })
    expect(await statusOf(call)).toBe(204)
    clock.advance({ minutes: 0.01 })
    const answer = await call('GET', '/api/session/confirm')
    expect([answer.statusCode, answer.json()]).toEqual([403, refusal])
  })

  it.each([
    ['GET', '/api/customers/export'],
    ['GET', '/api/export/excel'],
    ['GET', '/api/webinars/00000000-0000-4000-8000-000000000000/registrations/export'],
    ['POST', '/api/privacy/export'],
    ['POST', '/api/privacy/erase'],
    ['POST', '/api/users'],
    ['PUT', '/api/users/999'],
    ['DELETE', '/api/users/999'],
    ['DELETE', '/api/sessions/00000000-0000-4000-8000-000000000000'],
    ['POST', '/api/sessions/end-others'],
    ['POST', '/api/agreements/00000000-0000-4000-8000-000000000000/new-link'],
  ] as const)('is refused before anything of it is read: %s %s', async (method, path) => {
    const call = await kontor.asAdmin()
    clock.advance({ minutes: 15 })
    const answer = await call(method, path, method === 'POST' || method === 'PUT' ? {} : undefined)
    expect([answer.statusCode, answer.json()]).toEqual([403, refusal])
    expect((await confirm(call, adminPassword)).statusCode).toBe(204)
    expect((await call(method, path, method === 'POST' || method === 'PUT' ? {} : undefined)).statusCode).not.toBe(403)
  })

  it('leaves other calls alone', async () => {
    const call = await kontor.asAdmin()
    clock.advance({ hours: 1 })
    expect((await call('GET', '/api/users')).statusCode).toBe(200)
  })
})

describe('POST /api/session/confirm', () => {
  it('renews the proof of this session for fifteen minutes', async () => {
    const [own, other] = [await kontor.asSales(), await kontor.asSales()]
    clock.advance({ minutes: 20 })
    expect((await confirm(own, salesPassword)).statusCode).toBe(204)
    expect([await statusOf(own), await statusOf(other)]).toEqual([204, 403])
    clock.advance({ minutes: 15 })
    expect(await statusOf(own)).toBe(403)
  })

  it('rejects a wrong password and keeps the session', async () => {
    const call = await kontor.asSales()
    clock.advance({ minutes: 20 })
    // The administrator's proves nothing about a seller.
    const answer = await confirm(call, adminPassword)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'Feil passord', fields: { password: 'Feil passord' } },
    ])
    expect(await statusOf(call)).toBe(403)
    expect((await call('GET', '/api/auth/session')).statusCode).toBe(200)
  })

  it.each([[undefined], [''], [17]])('answers 400 to %j', async (password) => {
    const answer = await confirm(await kontor.asAdmin(), password)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { password: 'Fyll inn passordet' }])
  })

  it('counts wrong passwords like failed logins', async () => {
    const call = await kontor.asAdmin()
    const wrong = Array.from({ length: 11 }, () => confirm(call, 'et-galt-passord'))
    const blocked = (await Promise.all(wrong)).filter(({ statusCode }) => statusCode === 429)
    expect(blocked).not.toEqual([])
    expect(blocked[0]?.headers['retry-after']).toMatch(/^\d+$/)
    expect((await confirm(call, adminPassword)).statusCode).toBe(429)
  })

  it('answers 401 without a session', async () => {
    expect((await confirm(kontor.call, adminPassword)).statusCode).toBe(401)
  })

  it('lets a change of the own password prove it, too', async () => {
    const call = await kontor.asSales()
    clock.advance({ minutes: 20 })
    const change = { currentPassword: salesPassword, newPassword: 'fjorten-blå-elger-i-tåka' }
    const changed = await call('PUT', '/api/users/me/password', change)
    const cookie = `kontor_session=${changed.cookies.at(-1)?.value}`
    expect((await kontor.call('GET', '/api/session/confirm', undefined, { cookie })).statusCode).toBe(204)
  })
})

const username = 'to-trinn'
const password = 'vindauge-kanel-fjelltopp'

/** A user with an app and a passkey, whose proof is too old. */
const openOldSession = async () => {
  await (await kontor.asAdmin())('POST', '/api/users', { username, password })
  const call = openBrowser(kontor)
  await call('POST', '/api/auth/login', { username, password })
  const { secret, recoveryCodes } = await setUpApp(kontor, call)
  const passkey = createPasskey()
  const { challenge } = (await call('POST', '/api/second-factor/passkeys/options')).json()
  await call('POST', '/api/second-factor/passkeys', { name: 'Min PC', response: passkey.register({ challenge }) })
  clock.advance({ minutes: 20 })
  expect(await statusOf(call)).toBe(403)
  return { call, secret, recoveryCodes, passkey }
}

const confirmByPasskey = async (call: Caller, passkey: ReturnType<typeof createPasskey>) => {
  const { challenge } = (await call('POST', '/api/second-factor/step/passkey/options')).json()
  return call('POST', '/api/session/confirm/passkey', { response: passkey.assert({ challenge }) })
}

describe('a second factor as the proof', () => {
  beforeEach(() => database.pool.query('DELETE FROM users WHERE username = $1', [username]))

  it('is a code of the app, valid once, in the same session', async () => {
    const { call, secret } = await openOldSession()
    const before = (await call('GET', '/api/sessions')).json()
    const code = codeOf(secret, kontor)
    const byCode = () => call('POST', '/api/session/confirm/code', { code })
    const answer = await byCode()
    expect([answer.statusCode, answer.cookies]).toEqual([204, []])
    expect(await statusOf(call)).toBe(204)
    expect((await call('GET', '/api/sessions')).json()).toMatchObject(before.map(({ id }: { id: string }) => ({ id })))
    const again = await byCode()
    expect([again.statusCode, again.json().fields]).toEqual([
      400,
      { code: 'Koden er feil eller brukt før. Vent på den neste.' },
    ])
  })

  it('is a passkey of the user, not of another one', async () => {
    const { call, passkey } = await openOldSession()
    expect((await confirmByPasskey(call, createPasskey())).statusCode).toBe(400)
    expect(await statusOf(call)).toBe(403)
    expect((await confirmByPasskey(call, passkey)).statusCode).toBe(204)
    expect(await statusOf(call)).toBe(204)
  })

  it('is never a recovery code', async () => {
    const { call, recoveryCodes } = await openOldSession()
    const answer = await call('POST', '/api/session/confirm/code', { code: recoveryCodes[0] })
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { code: 'Koden har seks sifre' }])
    expect((await call('GET', '/api/second-factor')).json()).toMatchObject({ recoveryCodesLeft: 10 })
  })

  it('counts wrong codes with those of the login, and leaves the password alone', async () => {
    const { call, secret } = await openOldSession()
    const wrong = () => call('POST', '/api/session/confirm/code', { code: codeOf(secret, kontor, 9) })
    for (let attempt = 0; attempt < 5; attempt++) expect((await wrong()).statusCode).toBe(400)
    expect((await call('POST', '/api/session/confirm/code', { code: codeOf(secret, kontor) })).statusCode).toBe(429)
    expect((await confirm(call, password)).statusCode).toBe(204)
  })

  it('is of no use without a factor, a finished login or a session', async () => {
    const [code, passkey] = ['/api/session/confirm/code', '/api/session/confirm/passkey'] as const
    expect((await (await kontor.asAdmin())('POST', code, { code: '123456' })).statusCode).toBe(400)
    const { secret } = await openOldSession()
    const pending = openBrowser(kontor)
    await pending('POST', '/api/auth/login', { username, password })
    for (const call of [pending, kontor.call]) {
      expect((await call('POST', code, { code: codeOf(secret, kontor) })).statusCode).toBe(401)
      expect((await call('POST', passkey, {})).statusCode).toBe(401)
    }
  })

  it('is recorded with the factor', async () => {
    const { call, secret, passkey } = await openOldSession()
    await call('POST', '/api/session/confirm/code', { code: codeOf(secret, kontor) })
    await confirmByPasskey(call, passkey)
    await confirm(call, password)
    const { rows } = await database.pool.query(
      `SELECT actor, after FROM audit_events WHERE action = 'confirmed' ORDER BY id DESC LIMIT 3`,
    )
    expect(rows.map(({ actor, after }) => [actor, after])).toEqual([
      [username, { step: 'confirmation' }],
      [username, { step: 'second factor', factor: 'Min PC' }],
      [username, { step: 'second factor', factor: 'Autentiseringsapp' }],
    ])
  })
})
