import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { createPasskey } from '../../testing/passkey.ts'
import { insertMail } from '../../testing/rows.ts'
import { type Caller, codeOf, openBrowser, setUpApp } from '../../testing/second-factor.ts'
import { addUser } from '../../testing/users.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const { adminPassword, salesUsername } = kontor.config

/** Starts counting here: the trail can't be emptied. */
let last = 0

beforeEach(async () => {
  await pool.query('DELETE FROM login_failures')
  await pool.query('DELETE FROM authenticators')
  await startCounting()
})

const startCounting = async () => {
  const { rows } = await pool.query<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM audit_events')
  last = rows[0]?.id ?? 0
}

const events = async () => {
  const { rows } = await pool.query(
    'SELECT actor, actor_kind, address, action, kind, entity_id, title, before, after FROM audit_events WHERE id > $1 ORDER BY id',
    [last],
  )
  return rows
}

const challengeOf = async (call: Caller, url: string): Promise<{ readonly challenge: string }> =>
  (await call('POST', url)).json()

const administrator = { actor: 'Administrator', actor_kind: 'admin', address: '127.0.0.1' }
const seller = { actor: salesUsername, actor_kind: 'user', address: '127.0.0.1' }

test('second factors are recorded with their names, and logins with the factor that was used', async () => {
  const login = { password: adminPassword }
  const call = openBrowser(kontor)
  await call('POST', '/api/admin/login', login)
  await startCounting()
  const { secret } = await setUpApp(kontor, call)
  const [factor] = (await call('GET', '/api/second-factor')).json().authenticators
  const url = `/api/second-factor/authenticators/${factor.id}`
  expect((await call('PUT', url, { name: 'Kontorets telefon' })).statusCode).toBe(204)
  expect((await call('PUT', url, { name: 'Kontorets telefon' })).statusCode).toBe(204)
  const { recoveryCodes } = (await call('POST', '/api/second-factor/recovery-codes')).json()
  const passkey = createPasskey()
  const added = await call('POST', '/api/second-factor/passkeys', {
    name: 'Kontorets nøkkel',
    response: passkey.register(await challengeOf(call, '/api/second-factor/passkeys/options')),
  })
  expect(added.statusCode).toBe(200)
  const about = { ...administrator, kind: 'user', entity_id: null, title: 'admin', before: null, after: null }
  const named = (name: string) => ({ factor: name })
  expect(await events()).toEqual([
    { ...about, action: 'factor-added', after: named('Autentiseringsapp') },
    { ...about, action: 'factor-renamed', before: named('Autentiseringsapp'), after: named('Kontorets telefon') },
    { ...about, action: 'codes-made' },
    { ...about, action: 'factor-added', after: named('Kontorets nøkkel') },
  ])

  await startCounting()
  const pending = async () => {
    const browser = openBrowser(kontor)
    await browser('POST', '/api/admin/login', login)
    return browser
  }
  const first = await pending()
  const pass = (method: string, code = '', browser = first) =>
    browser('POST', '/api/second-factor/step', { method, code, language: 'no' })
  expect((await pass('recovery-code', 'aaaa-bbbb-cccc-dddd')).statusCode).toBe(400)
  expect((await pass('recovery-code', recoveryCodes[0])).statusCode).toBe(200)
  expect((await pass('totp', codeOf(secret, kontor), await pending())).statusCode).toBe(200)
  const third = await pending()
  const response = passkey.assert(await challengeOf(third, '/api/second-factor/step/passkey/options'))
  expect((await third('POST', '/api/second-factor/step/passkey', { response })).statusCode).toBe(200)
  const alone = passkey.assert(await challengeOf(openBrowser(kontor), '/api/passkey-login/options'))
  expect((await kontor.call('POST', '/api/passkey-login', { response: alone, panel: true })).statusCode).toBe(200)
  const started = ['login-started', { step: 'password' }]
  const used = (name: string) => ({ step: 'second factor', factor: name })
  const logins = await events()
  expect(logins.map(({ action, after }) => [action, after])).toEqual([
    started,
    ['login-failed', used('Gjenopprettingskode')],
    ['login', used('Gjenopprettingskode')],
    started,
    ['login', used('Kontorets telefon')],
    started,
    ['login', used('Kontorets nøkkel')],
    ['login', { step: 'passkey', factor: 'Kontorets nøkkel' }],
  ])
  for (const event of logins) expect(event).toMatchObject({ ...administrator, kind: 'session' })

  await startCounting()
  expect((await call('DELETE', url)).statusCode).toBe(204)
  expect(await events()).toEqual([{ ...about, action: 'factor-removed', after: named('Kontorets telefon') }])
})

test('a login that must set up a factor is recorded once the factor is set up', async () => {
  const user = { username: 'pålagt', password: 'vindauge-kanel-fjelltopp' }
  const { id } = await addUser(kontor, user)
  await pool.query(
    `INSERT INTO system_settings (key, value) VALUES ('second_factor_policy', '{"sales": true, "admin": false}')`,
  )
  const lastLogin = async () =>
    (await pool.query('SELECT last_login_at FROM users WHERE id = $1', [id])).rows[0].last_login_at
  await startCounting()
  const call = openBrowser(kontor)
  expect((await call('POST', '/api/auth/login', user)).json().step).toBe('set-up')
  expect(await lastLogin()).toBeNull()
  await setUpApp(kontor, call)
  await pool.query(`DELETE FROM system_settings WHERE key = 'second_factor_policy'`)
  expect(await lastLogin()).not.toBeNull()
  expect((await events()).filter(({ actor }) => actor === 'pålagt').map(({ action }) => action)).toEqual([
    'login-started',
    'factor-added',
    'login',
  ])
})

test('of many blocked attempts, one is recorded a minute', async () => {
  const attempt = () => kontor.call('POST', '/api/auth/login', { username: salesUsername, password: 'feil' })
  for (let failures = 0; failures < 10; failures++) expect((await attempt()).statusCode).toBe(401)
  await startCounting()
  expect((await attempt()).statusCode).toBe(429)
  expect((await attempt()).statusCode).toBe(429)
  expect(await events()).toMatchObject([
    { ...seller, action: 'login-blocked', kind: 'session', after: { step: 'password' } },
  ])
})

test('exports are recorded with what they contain, never with tokens', async () => {
  const call = await kontor.asAdmin()
  const { id } = (
    await call('POST', '/api/customers', { name: 'Fjellheim AS', email: 'post@fjellheim.example' })
  ).json()
  const webinar = { name: 'Trygg på nett', date: '2026-05-05T10:00:00.000Z', capacity: 10 }
  const created = await call('POST', '/api/webinars', webinar)
  expect(created.statusCode).toBe(200)
  await startCounting()
  for (const url of [
    `/api/customers/export?q=fjell&columns=name&sort=name:desc&ids=${id}&format=csv&auth=`,
    '/api/export/excel?q=as&industry=Bygg&owner=none',
    '/api/audit-events/export?kind=customer&action=created&from=2026-01-01&q=',
    `/api/webinars/${created.json().id}/registrations/export`,
  ])
    expect((await call('GET', url)).statusCode, url).toBe(200)
  const exported = { ...administrator, action: 'exported', kind: 'export', entity_id: null, before: null }
  expect(await events()).toEqual([
    {
      ...exported,
      title: 'Kunder',
      after: { format: 'csv', q: 'fjell', columns: ['name'], sort: 'name:desc', selected: 1 },
    },
    { ...exported, title: 'Leads', after: { format: 'xlsx', q: 'as', industry: 'Bygg', owner: 'none' } },
    {
      ...exported,
      title: 'Hendelser',
      after: { format: 'xlsx', kind: 'customer', action: 'created', from: '2026-01-01' },
    },
    { ...exported, title: 'Påmeldinger', after: { format: 'xlsx', webinar: 'Trygg på nett' } },
  ])
})

test('the purge records how many of each kind it deleted', async () => {
  const call = await kontor.asAdmin()
  await pool.query(`INSERT INTO contacts (name, email, subject, message, created_at)
    SELECT 'Kari', 'kari@kunde.example', 'general', 'Hei', '2020-01-01' FROM generate_series(1, 2)`)
  await insertMail(pool, { type: 'other', created_at: '2020-01-01' })
  const { id } = (await call('POST', '/api/customers', { name: 'Borte AS', email: 'post@borte.example' })).json()
  await call('DELETE', `/api/customers/${id}`)
  await pool.query("UPDATE trash SET deleted_at = '2020-01-01'")
  await pool.query(`INSERT INTO audit_events (actor, actor_kind, action, kind, at)
    VALUES ('Kari', 'user', 'created', 'lead', '2020-01-01')`)
  await startCounting()
  expect((await call('POST', '/api/retention/purge')).statusCode).toBe(200)
  expect((await call('POST', '/api/retention/purge')).statusCode).toBe(200)
  const purged = (await events()).filter(({ action }) => action === 'purged')
  expect(purged.map(({ actor, kind, after }) => [actor, kind, after])).toEqual([
    ['Administrator', 'contact', { deleted: 2 }],
    ['Administrator', 'trash', { deleted: 1 }],
    ['Administrator', 'email', { deleted: 1 }],
    ['Administrator', 'audit-event', { deleted: 1 }],
  ])
})
