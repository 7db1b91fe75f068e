import { beforeEach, describe, expect, it } from 'vitest'
import { mailedCode } from '../../testing/address-code.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createPasskey } from '../../testing/passkey.ts'
import { type Caller, codeOf, openBrowser, setUpApp } from '../../testing/second-factor.ts'
import { addUser } from '../../testing/users.ts'

const kontor = await startTestApp({ worker: 'off' })
const { clock, database } = kontor
const { adminPassword, salesPassword } = kontor.config
const refusal = { error: 'Bekreft at det er deg før du fortsetter.', code: 'confirmation-required' }

const confirm = (call: TestApp['call'], password: unknown) => call('POST', '/api/session/confirm', { password })
const statusOf = async (call: TestApp['call']) => (await call('GET', '/api/session/confirm')).statusCode

beforeEach(() => database.pool.query('DELETE FROM login_failures'))

it('answers a call that needs a recent proof for fifteen minutes after the login', async () => {
  const call = await kontor.asAdmin()
  clock.advance({ minutes: 14.99 })
  expect(await statusOf(call)).toBe(204)
  clock.advance({ minutes: 0.01 })
  const answer = await call('GET', '/api/session/confirm')
  expect([answer.statusCode, answer.json()]).toEqual([403, refusal])
})

it.each([
  ['PUT', '/api/email-settings', { fromEmail: 'tyv@evil.example' }, { fromName: 'Nytt navn' }],
  ['PUT', '/api/company', { email: 'tyv@evil.example' }, { shortName: 'Kortere' }],
  ['PUT', '/api/company', { tags: { googleAnalytics: 'G-TYV1234', metaPixel: null } }, { shortName: 'Kort' }],
] as const)(
  'demands a recent proof for %s %s only where others would gain by it',
  async (method, url, guarded, free) => {
    const call = await kontor.asAdmin()
    clock.advance({ minutes: 20 })
    expect((await call(method, url, free)).statusCode).toBe(200)
    const answer = await call(method, url, guarded)
    expect([answer.statusCode, answer.json()]).toEqual([403, refusal])
    await confirm(call, adminPassword)
    expect((await call(method, url, guarded)).statusCode).toBe(200)
  },
)

it('needs a proof and a mailed code for another address of the morning mail, and notifies the former', async () => {
  const call = await kontor.asSales()
  const change = async (email: string | null, rest: object = {}) => {
    const answer = await call('PUT', '/api/users/me/morning-mail', { email, enabled: true, ...rest })
    return answer.statusCode
  }
  const stored = async () => (await call('GET', '/api/users/me/morning-mail')).json()
  expect([await change('ola@firma.example'), await stored()]).toEqual([400, { email: null, enabled: false }])
  const code = await mailedCode(kontor, 'ola@firma.example')
  expect(await change('kari@firma.example', { code })).toBe(400)
  clock.advance({ minutes: 121 })
  await confirm(call, salesPassword)
  expect(await change('ola@firma.example', { code })).toBe(400)
  expect(await change('ola@firma.example')).toBe(400)
  const newCode = (await mailedCode(kontor, 'ola@firma.example')).replace(/(?<=^.{4})/, ' ')
  expect(await change('ola@firma.example', { code: newCode })).toBe(200)
  clock.advance({ minutes: 20 })
  expect(await change('OLA@firma.example', { enabled: false })).toBe(200)
  expect(await change('tyv@evil.example')).toBe(403)
  await confirm(call, salesPassword)
  expect(await change('ola@ny.example')).toBe(400)
  expect(await change('ola@ny.example', { code: await mailedCode(kontor, 'ola@ny.example') })).toBe(200)
  const { rows } = await database.pool.query(
    `SELECT to_address, subject FROM email_logs WHERE subject LIKE '%morgenmail%'`,
  )
  expect(rows).toEqual([{ to_address: 'OLA@firma.example', subject: 'Adressen for morgenmailen er endret' }])
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

  it('requires a password', async () => {
    const answer = await confirm(await kontor.asAdmin(), '')
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

  it('accepts a change of the own password as a proof', async () => {
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
  await addUser(kontor, { username, password })
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

  it('is a code of the app, valid once, or a passkey of the user, never a recovery code, and is recorded', async () => {
    const { call, secret, recoveryCodes, passkey } = await openOldSession()
    const idsOf = async () => (await call('GET', '/api/sessions')).json().map(({ id }: { id: string }) => id)
    const before = await idsOf()
    const byCode = (code: unknown) => call('POST', '/api/session/confirm/code', { code })
    const recovery = await byCode(recoveryCodes[0])
    expect([recovery.statusCode, recovery.json().fields]).toEqual([400, { code: 'Koden har seks sifre' }])
    expect((await call('GET', '/api/second-factor')).json()).toMatchObject({ recoveryCodesLeft: 10 })
    const code = codeOf(secret, kontor)
    const answer = await byCode(code)
    expect([answer.statusCode, answer.cookies]).toEqual([204, []])
    expect(await statusOf(call)).toBe(204)
    expect(await idsOf()).toEqual(before)
    const again = await byCode(code)
    expect([again.statusCode, again.json().fields]).toEqual([
      400,
      { code: 'Koden er feil eller brukt før. Vent på den neste.' },
    ])

    clock.advance({ minutes: 20 })
    expect((await confirmByPasskey(call, createPasskey())).statusCode).toBe(400)
    expect(await statusOf(call)).toBe(403)
    expect((await confirmByPasskey(call, passkey)).statusCode).toBe(204)
    expect(await statusOf(call)).toBe(204)
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

  it('counts wrong codes with those of the login, and leaves the password alone', async () => {
    const { call, secret } = await openOldSession()
    const wrong = () => call('POST', '/api/session/confirm/code', { code: codeOf(secret, kontor, 9) })
    for (let attempt = 0; attempt < 5; attempt++) expect((await wrong()).statusCode).toBe(400)
    expect((await call('POST', '/api/session/confirm/code', { code: codeOf(secret, kontor) })).statusCode).toBe(429)
    expect((await confirm(call, password)).statusCode).toBe(204)
  })

  it('is of no use to an account without one', async () => {
    const call = await kontor.asAdmin()
    expect((await call('POST', '/api/session/confirm/code', { code: '123456' })).statusCode).toBe(400)
  })
})
