import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { createPasskey } from '../../testing/passkey.ts'
import { type Caller, openBrowser, setUpApp } from '../../testing/second-factor.ts'
import { addUser } from '../../testing/users.ts'
import { deleteExpiredChallenges } from './second-factor.queries.ts'

const kontor = await startTestApp({ worker: 'off' })
const password = 'et-passord-av-rett-lengde'

/** With a fresh login, as changes of users require. */
const asAdmin: Caller = async (...request) => (await kontor.asAdmin())(...request)

let names = 0

const add = (role: 'admin' | 'sales' = 'sales') => addUser(kontor, { username: `nokkel-${++names}`, password, role })

const logIn = async (username: string): Promise<Caller> => {
  const call = openBrowser(kontor)
  expect((await call('POST', '/api/auth/login', { username, password })).statusCode).toBe(200)
  return call
}

const challengeOf = async (call: Caller, url: string): Promise<string> => (await call('POST', url)).json().challenge

const register = async (call: Caller, passkey = createPasskey(), name = 'Min mobil') => {
  const challenge = await challengeOf(call, '/api/second-factor/passkeys/options')
  return call('POST', '/api/second-factor/passkeys', { name, response: passkey.register({ challenge }) })
}

const addUserWithPasskey = async (role: 'admin' | 'sales' = 'sales') => {
  const user = await add(role)
  const first = await logIn(user.username)
  const passkey = createPasskey()
  expect((await register(first, passkey)).statusCode).toBe(200)
  return { user, first, passkey }
}

type Passkey = ReturnType<typeof createPasskey>

const passStep = async (call: Caller, passkey: Passkey, answer: object = {}) => {
  const challenge = await challengeOf(call, '/api/second-factor/step/passkey/options')
  return call('POST', '/api/second-factor/step/passkey', { response: passkey.assert({ challenge, ...answer }) })
}

const logInBy = async (
  passkey: Passkey,
  { panel = false, ...answer }: { readonly panel?: boolean; readonly userVerified?: boolean } = {},
  call = openBrowser(kontor),
) => {
  const challenge = await challengeOf(call, '/api/passkey-login/options')
  return call('POST', '/api/passkey-login', { response: passkey.assert({ challenge, ...answer }), panel })
}

describe('adding a passkey', () => {
  it('asks the browser for one of this site, which the account does not have yet', async () => {
    const { first, passkey, user } = await addUserWithPasskey()
    expect((await first('POST', '/api/second-factor/passkeys/options')).json()).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.username },
      excludeCredentials: [{ id: passkey.id }],
      attestation: 'none',
    })
  })

  it('makes recovery codes with the first factor only, and lists the passkey by its name', async () => {
    const call = await logIn((await add()).username)
    expect((await register(call)).json().recoveryCodes).toHaveLength(10)
    expect((await register(call, createPasskey(), 'Sikkerhetsnøkkel')).json()).toEqual({
      recoveryCodes: null,
      auth: expect.any(String),
    })
    const { authenticators } = (await call('GET', '/api/second-factor')).json()
    expect(authenticators).toMatchObject([
      { kind: 'passkey', name: 'Min mobil', lastUsedAt: null },
      { kind: 'passkey', name: 'Sikkerhetsnøkkel', lastUsedAt: null },
    ])
    expect(JSON.stringify(authenticators)).not.toContain('public')
  })

  it('has room for twenty, however many are begun before', async () => {
    const call = await logIn((await add()).username)
    const begun = await Promise.all(
      Array.from({ length: 21 }, () => challengeOf(call, '/api/second-factor/passkeys/options')),
    )
    const statuses: number[] = []
    for (const challenge of begun) {
      const response = createPasskey().register({ challenge })
      statuses.push((await call('POST', '/api/second-factor/passkeys', { name: 'x', response })).statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 409])
    expect((await call('POST', '/api/second-factor/passkeys/options')).statusCode).toBe(409)
  })

  it('rejects answers to another challenge, account or site, repeated or late ones', async () => {
    const call = await logIn((await add()).username)
    const other = await logIn((await add()).username)
    const url = '/api/second-factor/passkeys/options'
    const statusOf = async (answer: Parameters<Passkey['register']>[0], passkey = createPasskey()) =>
      (await call('POST', '/api/second-factor/passkeys', { name: 'x', response: passkey.register(answer) })).statusCode
    expect(await statusOf({ challenge: await challengeOf(other, url) })).toBe(400)
    expect(await statusOf({ challenge: 'AAAA' })).toBe(400)
    expect(await statusOf({ challenge: await challengeOf(call, url), origin: 'https://ond.example' })).toBe(400)
    expect(await statusOf({ challenge: await challengeOf(call, url) }, createPasskey('ond.example'))).toBe(400)
    const challenge = await challengeOf(call, url)
    expect(await statusOf({ challenge })).toBe(200)
    expect(await statusOf({ challenge })).toBe(400)
    const late = await challengeOf(call, url)
    kontor.clock.advance({ minutes: 5 })
    expect(await statusOf({ challenge: late })).toBe(400)
    const invalid = await call('POST', '/api/second-factor/passkeys', { name: '', response: {} })
    expect(invalid.statusCode).toBe(400)
  })

  it('rejects a passkey that exists, also of another account', async () => {
    const { first, passkey } = await addUserWithPasskey()
    const again = await register(first, passkey)
    expect([again.statusCode, again.json().error]).toEqual([409, 'Denne passnøkkelen er lagt til før.'])
    expect((await register(await logIn((await add()).username), passkey)).statusCode).toBe(409)
  })
})

describe('a passkey as the second step', () => {
  it('finishes the login, also without PIN or biometrics', async () => {
    const { user, passkey } = await addUserWithPasskey()
    const pending = await logIn(user.username)
    expect((await pending('GET', '/api/second-factor/step')).json()).toMatchObject({ totp: false, passkey: true })
    expect((await passStep(pending, passkey, { userVerified: false })).json()).toEqual({ auth: expect.any(String) })
    expect((await pending('GET', '/api/auth/session')).statusCode).toBe(200)
  })

  it('rejects another key, another account’s passkey and a wrong site', async () => {
    const { user, passkey } = await addUserWithPasskey()
    const stranger = await addUserWithPasskey()
    const pending = await logIn(user.username)
    const answer = await passStep(pending, stranger.passkey)
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'Passnøkkelen ble ikke godtatt. Prøv igjen.'])
    expect((await passStep(pending, { ...createPasskey(), id: passkey.id })).statusCode).toBe(400)
    expect((await passStep(pending, passkey, { origin: 'https://ond.example' })).statusCode).toBe(400)
    expect((await pending('GET', '/api/auth/session')).statusCode).toBe(401)
  })

  it('rejects a signature counter that does not grow, as of a copied passkey', async () => {
    const { user, passkey } = await addUserWithPasskey()
    expect((await passStep(await logIn(user.username), passkey, { counter: 7 })).statusCode).toBe(200)
    expect((await passStep(await logIn(user.username), passkey, { counter: 7 })).statusCode).toBe(400)
    expect((await passStep(await logIn(user.username), passkey, { counter: 8 })).statusCode).toBe(200)
  })

  it('accepts an answer once, even if used concurrently', async () => {
    const { user, passkey } = await addUserWithPasskey()
    const [one, two] = [await logIn(user.username), await logIn(user.username)]
    const challenge = await challengeOf(one, '/api/second-factor/step/passkey/options')
    const response = passkey.assert({ challenge })
    const answers = await Promise.all(
      [one, two].map((call) => call('POST', '/api/second-factor/step/passkey', { response })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    await deleteExpiredChallenges(kontor.deps.database.db, kontor.clock.now())
    const again = await logIn(user.username)
    expect((await again('POST', '/api/second-factor/step/passkey', { response })).statusCode).toBe(400)
  })
})

describe('a passkey as the whole login', () => {
  it('opens a finished session of its user, in the leads and the panel', async () => {
    const { user, passkey } = await addUserWithPasskey('admin')
    const call = openBrowser(kontor)
    const answer = await logInBy(passkey, { panel: true }, call)
    expect(answer.json()).toEqual({
      auth: expect.any(String),
      user: { username: user.username, role: 'admin', named: true },
    })
    expect((await call('GET', '/api/users')).statusCode).toBe(200)
    const seller = await addUserWithPasskey()
    expect((await logInBy(seller.passkey)).statusCode).toBe(200)
    const refused = await logInBy(seller.passkey, { panel: true })
    expect([refused.statusCode, refused.cookies]).toEqual([403, []])
  })

  it('opens the shared administrator’s account', async () => {
    const passkey = createPasskey()
    const shared = openBrowser(kontor)
    await shared('POST', '/api/admin/login', { password: kontor.config.adminPassword })
    expect((await register(shared, passkey)).statusCode).toBe(200)
    expect((await logInBy(passkey, { panel: true })).json()).toMatchObject({
      user: { username: 'admin', role: 'admin' },
    })
    const { id } = (await shared('GET', '/api/second-factor')).json().authenticators[0]
    expect((await shared('DELETE', `/api/second-factor/authenticators/${id}`)).statusCode).toBe(204)
  })

  it('requires PIN or biometrics', async () => {
    const { passkey } = await addUserWithPasskey()
    const answer = await logInBy(passkey, { userVerified: false })
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'Passnøkkelen ble ikke godtatt. Prøv igjen.'])
  })

  it('rejects removed and unknown passkeys, those of deactivated users, and challenges of a second step', async () => {
    expect((await logInBy(createPasskey())).statusCode).toBe(401)
    const { user, passkey, first } = await addUserWithPasskey()
    const pending = await logIn(user.username)
    const challenge = await challengeOf(pending, '/api/second-factor/step/passkey/options')
    const mixed = { response: passkey.assert({ challenge }), language: 'en' }
    const answer = await kontor.call('POST', '/api/passkey-login', mixed)
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'The passkey was not accepted. Please try again.'])
    expect((await asAdmin('PUT', `/api/users/${user.id}`, { isActive: false })).statusCode).toBe(200)
    expect((await logInBy(passkey)).statusCode).toBe(401)
    await asAdmin('PUT', `/api/users/${user.id}`, { isActive: true })
    expect((await first('GET', '/api/auth/session')).statusCode).toBe(401)
    expect((await logInBy(passkey)).statusCode).toBe(200)
    expect((await kontor.call('POST', '/api/passkey-login', { response: { id: '' } })).statusCode).toBe(400)
  })

  it('throttles wrong answers, without delaying the password', async () => {
    const { user, passkey } = await addUserWithPasskey()
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await logInBy(passkey, { userVerified: false })).statusCode).toBe(401)
    }
    expect((await logInBy(passkey)).statusCode).toBe(429)
    await logIn(user.username)
  })

  it('is offered once there is a passkey', async () => {
    await kontor.database.pool.query('DELETE FROM authenticators')
    const ways = async () => (await kontor.call('GET', '/api/login-ways')).json()
    expect(await ways()).toEqual({ passkeys: false, sharedPassword: true })
    const call = await logIn((await add()).username)
    await setUpApp(kontor, call)
    expect(await ways()).toMatchObject({ passkeys: false })
    await register(call)
    expect(await ways()).toMatchObject({ passkeys: true })
  })
})
