import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { advanceSteps, type Caller, codeOf, openBrowser, setUpApp } from '../../testing/second-factor.ts'
import { addUser } from '../../testing/users.ts'

const kontor = await startTestApp({ worker: 'off' })
const password = 'et-passord-av-rett-lengde'

/** With a fresh login, as changes of users require. */
const asAdmin: Caller = async (...request) => (await kontor.asAdmin())(...request)

let names = 0

interface TestUser {
  readonly username: string
  readonly role: 'admin' | 'sales'
}

const add = async (role: TestUser['role'] = 'sales'): Promise<TestUser> => {
  const username = `faktor-${++names}`
  await addUser(kontor, { username, password, role })
  return { username, role }
}

/** Logs in by password only. */
const logIn = async ({ username, role }: TestUser, call: Caller = openBrowser(kontor)): Promise<Caller> => {
  const url = role === 'admin' ? '/api/admin/login' : '/api/auth/login'
  expect((await call('POST', url, { username, password })).statusCode).toBe(200)
  return call
}

/** A user with an app, and a session that has the password behind it. */
const addUserWithApp = async (role: TestUser['role'] = 'sales') => {
  const user = await add(role)
  const first = await logIn(user)
  const { secret, recoveryCodes } = await setUpApp(kontor, first)
  return { user, first, secret, recoveryCodes, pending: await logIn(user) }
}

const pass = (call: Caller, code: string, method = 'totp') =>
  call('POST', '/api/second-factor/step', { method, code, language: 'no' })

const statusOf = async (call: Caller, url = '/api/auth/session') => (await call('GET', url)).statusCode

describe('setting up an authenticator app', () => {
  it('shows the secret as text and for a QR code, and ten recovery codes once it is confirmed', async () => {
    const { username } = await add()
    const call = await logIn({ username, role: 'sales' })
    const { secret, uri, ticket } = (await call('POST', '/api/second-factor/totp')).json()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toMatch(/^otpauth:\/\/totp\/.+&algorithm=SHA1&digits=6&period=30$/)
    expect(decodeURIComponent(uri)).toContain(`:${username}?`)
    expect((await call('GET', '/api/second-factor')).json()).toEqual({
      authenticators: [],
      recoveryCodesLeft: 0,
      required: false,
    })
    const added = await call('POST', '/api/second-factor/totp/confirm', { ticket, code: codeOf(secret, kontor) })
    const { recoveryCodes } = added.json()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(recoveryCodes[0]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}$/)
    expect((await call('GET', '/api/second-factor')).json()).toEqual({
      authenticators: [
        {
          id: expect.any(Number),
          kind: 'totp',
          name: 'Autentiseringsapp',
          version: 1,
          createdAt: expect.any(String),
          lastUsedAt: null,
        },
      ],
      recoveryCodesLeft: 10,
      required: false,
    })
  })

  it('stores neither the secret nor the recovery codes in the clear', async () => {
    const { secret, recoveryCodes } = await addUserWithApp()
    const { rows } = await kontor.database.pool.query(
      'SELECT (SELECT json_agg(a) FROM authenticators a)::text || (SELECT json_agg(r) FROM recovery_codes r)::text AS stored',
    )
    expect(rows[0].stored).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows[0].stored).not.toContain(code)
  })

  it('rejects a wrong code, a changed ticket, another user’s ticket and a late one', async () => {
    const call = await logIn(await add())
    const other = await logIn(await add())
    const { secret, ticket } = (await call('POST', '/api/second-factor/totp')).json()
    const confirm = (by: Caller, body: object) => by('POST', '/api/second-factor/totp/confirm', body)
    const wrong = await confirm(call, { ticket, code: codeOf(secret, kontor, 5) })
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['code']])
    expect((await confirm(call, { ticket, code: '12 34' })).json()).toMatchObject({
      fields: { code: 'Koden har seks sifre' },
    })
    const code = codeOf(secret, kontor)
    expect((await confirm(call, { ticket: `A${ticket}`, code })).statusCode).toBe(409)
    expect((await confirm(call, { ticket: 'kort', code })).statusCode).toBe(409)
    expect((await confirm(other, { ticket, code })).statusCode).toBe(409)
    kontor.clock.advance({ minutes: 10 })
    const late = await confirm(call, { ticket, code: codeOf(secret, kontor) })
    expect([late.statusCode, late.json().error]).toEqual([409, 'Oppsettet er utløpt. Begynn på nytt.'])
  })

  it('keeps one app per account, also of two that are confirmed at once', async () => {
    const user = await add()
    const [one, two] = [await logIn(user), await logIn(user)]
    const starts = await Promise.all([one, two].map((call) => call('POST', '/api/second-factor/totp')))
    const answers = await Promise.all(
      [one, two].map((call, index) => {
        const { secret, ticket } = starts[index]?.json() ?? {}
        return call('POST', '/api/second-factor/totp/confirm', { ticket, code: codeOf(secret, kontor) })
      }),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const winner = answers[0]?.statusCode === 200 ? one : two
    expect((await winner('POST', '/api/second-factor/totp')).statusCode).toBe(409)
  })
})

describe('a login whose second step is missing', () => {
  it('is announced by the answer to the password, and may do nothing but finish and log out', async () => {
    const { pending, user } = await addUserWithApp('admin')
    const answer = await pending('GET', '/api/auth/session')
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'second-factor-required'])
    expect((await pending('POST', '/api/admin/logout')).statusCode).toBe(204)
    const body = { username: user.username, password }
    for (const url of ['/api/admin/login', '/api/auth/login'] as const)
      expect((await pending('POST', url, body)).json()).toMatchObject({ step: 'second-factor' })
    expect((await pending('GET', '/api/second-factor/step')).json()).toEqual({
      totp: true,
      passkey: false,
      recoveryCodes: true,
    })
    const without = await add('admin')
    const login = await kontor.call('POST', '/api/admin/login', { username: without.username, password })
    expect(login.json()).toEqual({ auth: expect.any(String) })
  })

  it('is finished by a code, under a new session id', async () => {
    const { pending, secret, user } = await addUserWithApp('admin')
    const passed = await pass(pending, codeOf(secret, kontor))
    expect([passed.statusCode, passed.json()]).toEqual([200, { auth: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(passed.cookies.at(-1)).toMatchObject({ name: 'kontor_session', httpOnly: true })
    expect((await pending('GET', '/api/auth/session')).json()).toMatchObject({ user: { username: user.username } })
    const factors = await pending('GET', '/api/second-factor')
    expect(factors.json().authenticators[0].lastUsedAt).not.toBeNull()
  })

  it('also applies to sessions that were open before', async () => {
    const user = await add()
    const [before, other] = [await logIn(user), await logIn(user)]
    await setUpApp(kontor, before)
    expect(await statusOf(before)).toBe(200)
    expect((await other('GET', '/api/auth/session')).json()).toMatchObject({ code: 'second-factor-required' })
  })

  it('keeps its proof when the password is changed', async () => {
    const { first } = await addUserWithApp()
    const change = { currentPassword: password, newPassword: 'et-helt-annet-passord-42' }
    expect((await first('PUT', '/api/users/me/password', change)).statusCode).toBe(200)
    expect(await statusOf(first)).toBe(200)
  })

  it('accepts the codes of the step before and after, each once and none earlier, and no others', async () => {
    const { pending, secret, user } = await addUserWithApp()
    advanceSteps(kontor, 5)
    for (const steps of [-2, 2]) {
      const wrong = await pass(pending, codeOf(secret, kontor, steps))
      expect([wrong.statusCode, wrong.json().fields]).toEqual([
        400,
        { code: 'Koden er feil eller brukt før. Vent på den neste.' },
      ])
      expect(await statusOf(pending)).toBe(401)
    }
    for (const steps of [-1, 0, 1])
      expect((await pass(await logIn(user), codeOf(secret, kontor, steps))).statusCode).toBe(200)
    for (const steps of [1, 0]) expect((await pass(pending, codeOf(secret, kontor, steps))).statusCode).toBe(400)
    advanceSteps(kontor, 1)
    expect((await pass(pending, codeOf(secret, kontor, 1).replace(/^.../, '$& '))).statusCode).toBe(200)
  })

  it('lets one of two concurrent uses of a code win, and of a recovery code', async () => {
    const { pending, secret, recoveryCodes, user } = await addUserWithApp()
    const uses = [[codeOf(secret, kontor)], [recoveryCodes[0] ?? '', 'recovery-code']] as const
    for (const [code, method] of uses) {
      const callers = [await logIn(user, pending), await logIn(user)]
      const answers = await Promise.all(callers.map((call) => pass(call, code, method)))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    }
  })

  it('throttles wrong codes, also after the password again, until the user has waited', async () => {
    const { pending, secret, user } = await addUserWithApp()
    for (let attempt = 0; attempt < 5; attempt++) expect((await pass(pending, '000000')).statusCode).toBe(400)
    const blocked = await pass(pending, codeOf(secret, kontor))
    expect([blocked.statusCode, blocked.headers['retry-after']]).toEqual([429, '1'])
    expect(blocked.json().error).toBe('For mange forsøk. Vent 1 sekund og prøv igjen.')
    const again = await logIn(user)
    expect((await pass(again, codeOf(secret, kontor))).statusCode).toBe(429)
    kontor.clock.advance({ minutes: 1 })
    expect((await pass(again, codeOf(secret, kontor))).statusCode).toBe(200)
  })

  it('explains errors in English to the leads login', async () => {
    const { pending } = await addUserWithApp()
    const answer = await pending('POST', '/api/second-factor/step', { method: 'totp', code: '000000', language: 'en' })
    expect(answer.json().error).toBe('The code is wrong or was used before. Wait for the next one.')
    expect((await pending('POST', '/api/second-factor/step', { method: 'sms', code: '1' })).statusCode).toBe(400)
  })
})

describe('a recovery code', () => {
  it('finishes a login once, however it is typed', async () => {
    const { pending, recoveryCodes, user } = await addUserWithApp()
    const code = recoveryCodes[3] ?? ''
    expect((await pass(pending, ` ${code.toUpperCase().replaceAll('-', ' ')}`, 'recovery-code')).statusCode).toBe(200)
    expect((await pending('GET', '/api/second-factor')).json()).toMatchObject({ recoveryCodesLeft: 9 })
    const again = await pass(await logIn(user), code, 'recovery-code')
    expect([again.statusCode, again.json().error]).toEqual([400, 'Gjenopprettingskoden er feil eller brukt før.'])
  })

  it('is of no use to another account, or once replaced by new ones', async () => {
    const { first, recoveryCodes, pending } = await addUserWithApp()
    const made = (await first('POST', '/api/second-factor/recovery-codes')).json().recoveryCodes
    expect(made).toHaveLength(10)
    expect((await pass(pending, recoveryCodes[0] ?? '', 'recovery-code')).statusCode).toBe(400)
    const other = await addUserWithApp()
    expect((await pass(other.pending, made[0], 'recovery-code')).statusCode).toBe(400)
    expect((await pass(pending, made[0], 'recovery-code')).statusCode).toBe(200)
  })

  it('needs a second factor', async () => {
    const call = await logIn(await add())
    expect((await call('POST', '/api/second-factor/recovery-codes')).statusCode).toBe(409)
  })
})

describe('an authenticator', () => {
  const only = async (call: Caller) => (await call('GET', '/api/second-factor')).json().authenticators[0]

  it('can be renamed and removed by its owner, with the recovery codes', async () => {
    const { first, user } = await addUserWithApp()
    const { id } = await only(first)
    const url = `/api/second-factor/authenticators/${id}`
    expect((await first('PUT', url, { name: 'Jobbtelefonen' })).statusCode).toBe(204)
    expect((await first('PUT', url, { name: ' ' })).statusCode).toBe(400)
    const current = await only(first)
    expect(current).toMatchObject({ name: 'Jobbtelefonen', version: 2 })
    expect((await first('DELETE', `${url}?version=1`)).json()).toMatchObject({ current })
    expect((await first('DELETE', `${url}?version=2`)).statusCode).toBe(204)
    expect((await first('GET', '/api/second-factor')).json()).toMatchObject({ recoveryCodesLeft: 0 })
    expect(await statusOf(await logIn(user))).toBe(200)
  })

  it("can't be changed by others, not even administrators", async () => {
    const { first } = await addUserWithApp()
    const url = `/api/second-factor/authenticators/${(await only(first)).id}`
    const stranger = await logIn(await add('admin'))
    expect((await stranger('PUT', url, { name: 'Min' })).statusCode).toBe(404)
    expect((await stranger('DELETE', url)).statusCode).toBe(404)
    expect(await only(first)).toMatchObject({ name: 'Autentiseringsapp' })
  })
})

describe('a rule that a role needs a second factor', () => {
  const setPolicy = async (policy: object, by: Caller = asAdmin) => by('PUT', '/api/second-factor/policy', policy)

  it('leads those without one to set it up, and lets them do nothing else', async () => {
    const user = await add()
    const open = await logIn(user)
    expect((await setPolicy({ sales: true, admin: false })).json()).toEqual({ sales: true, admin: false })
    expect((await open('GET', '/api/leads')).json()).toMatchObject({ code: 'second-factor-set-up-required' })
    const answer = await kontor.call('POST', '/api/auth/login', { username: user.username, password })
    expect(answer.json()).toMatchObject({ step: 'set-up' })
    const call = await logIn(user)
    expect(await statusOf(call)).toBe(401)
    expect((await call('POST', '/api/second-factor/step', { method: 'totp', code: '1' })).statusCode).toBe(401)
    expect((await call('GET', '/api/second-factor')).json()).toMatchObject({ required: true })
    await setUpApp(kontor, call)
    expect(await statusOf(call)).toBe(200)
    const { id } = (await call('GET', '/api/second-factor')).json().authenticators[0]
    expect((await call('DELETE', `/api/second-factor/authenticators/${id}`)).statusCode).toBe(409)
    expect((await call('GET', '/api/second-factor')).json()).toMatchObject({ recoveryCodesLeft: 10 })
    await setPolicy({ sales: false, admin: false })
    expect(await statusOf(open)).toBe(401)
  })

  it('does not lock out the administrator who sets it', async () => {
    const { first } = await addUserWithApp('admin')
    const refused = await setPolicy({ sales: false, admin: true })
    expect([refused.statusCode, (await asAdmin('GET', '/api/second-factor/policy')).json()]).toEqual([
      409,
      { sales: false, admin: false },
    ])
    expect((await setPolicy({ sales: false, admin: true }, first)).statusCode).toBe(200)
    expect((await asAdmin('GET', '/api/users')).json()).toMatchObject({ code: 'second-factor-set-up-required' })
    await setPolicy({ sales: false, admin: false }, first)
    expect(await statusOf(asAdmin)).toBe(200)
  })
})

it('says so when the app’s secret was encrypted with another key', async () => {
  const { pending, recoveryCodes } = await addUserWithApp()
  await kontor.database.pool.query("UPDATE authenticators SET secret = 'A' || secret")
  const answer = await pass(pending, '123456')
  expect([answer.statusCode, answer.json().error]).toEqual([409, expect.stringContaining('en annen nøkkel')])
  expect((await pass(pending, recoveryCodes[0] ?? '', 'recovery-code')).statusCode).toBe(200)
})
