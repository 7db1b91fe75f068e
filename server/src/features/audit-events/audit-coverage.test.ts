import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { openBrowser, setUpApp } from '../../testing/second-factor.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const { adminPassword, salesPassword, salesUsername } = kontor.config

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

const administrator = { actor: 'Administrator', actor_kind: 'admin', address: '127.0.0.1' }
const seller = { actor: salesUsername, actor_kind: 'user', address: '127.0.0.1' }

test('second factors are recorded with their names, for the shared administrator, too', async () => {
  const call = openBrowser(kontor)
  await call('POST', '/api/admin/login', { password: adminPassword })
  await startCounting()
  await setUpApp(kontor, call)
  const [factor] = (await call('GET', '/api/second-factor')).json().authenticators
  const url = `/api/second-factor/authenticators/${factor.id}`
  expect((await call('PUT', url, { name: 'Kontorets telefon' })).statusCode).toBe(204)
  expect((await call('PUT', url, { name: 'Kontorets telefon' })).statusCode).toBe(204)
  expect((await call('POST', '/api/second-factor/recovery-codes')).statusCode).toBe(200)
  expect((await call('DELETE', url)).statusCode).toBe(204)
  const about = { ...administrator, kind: 'user', entity_id: null, title: 'admin' }
  expect(await events()).toEqual([
    { ...about, action: 'factor-added', before: null, after: { factor: 'Autentiseringsapp' } },
    {
      ...about,
      action: 'factor-renamed',
      before: { factor: 'Autentiseringsapp' },
      after: { factor: 'Kontorets telefon' },
    },
    { ...about, action: 'codes-made', before: null, after: null },
    { ...about, action: 'factor-removed', before: null, after: { factor: 'Kontorets telefon' } },
  ])
})

test('a second step names the account, whether it succeeds or fails', async () => {
  const login = { username: salesUsername, password: salesPassword }
  const call = openBrowser(kontor)
  await call('POST', '/api/auth/login', login)
  const { recoveryCodes } = await setUpApp(kontor, call)
  const pending = openBrowser(kontor)
  await pending('POST', '/api/auth/login', login)
  await startCounting()
  const pass = (code = '') =>
    pending('POST', '/api/second-factor/step', { method: 'recovery-code', code, language: 'no' })
  expect((await pass('aaaa-bbbb-cccc-dddd')).statusCode).toBe(400)
  expect((await pass(recoveryCodes[0])).statusCode).toBe(200)
  const step = { ...seller, kind: 'session', after: { step: 'second factor' } }
  expect(await events()).toMatchObject([
    { ...step, action: 'login-failed' },
    { ...step, action: 'confirmed' },
  ])
})

test('a confirmed password is recorded', async () => {
  const call = await kontor.asAdmin()
  await startCounting()
  expect((await call('POST', '/api/session/confirm', { password: adminPassword })).statusCode).toBe(204)
  expect(await events()).toMatchObject([
    { ...administrator, action: 'confirmed', kind: 'session', after: { step: 'confirmation' } },
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
