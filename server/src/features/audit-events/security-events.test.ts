import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { type Caller, openBrowser, setUpApp } from '../../testing/second-factor.ts'

const kontor = await startTestApp({ worker: 'off' })
const { adminPassword } = kontor.config
const password = 'et-passord-av-rett-lengde'
/** The log of requests without their own one. */
const warn = vi.spyOn(kontor.app.log, 'warn')

const logged = () =>
  warn.mock.calls.flatMap(([line, text]) => (String(text) === 'security event' ? [Object(line)] : []))

let kari: Caller
let kariId: number

const change = async (id: number, changes: object) => {
  const users: { id: number; version: number }[] = (await kari('GET', '/api/users')).json()
  const { version } = users.find((user) => user.id === id) ?? {}
  return kari('PUT', `/api/users/${id}`, { ...changes, version })
}

beforeAll(async () => {
  const shared = await kontor.asAdmin()
  const added = await shared('POST', '/api/users', { username: 'kari', password, role: 'admin' })
  kariId = added.json().id
  kari = openBrowser(kontor)
  await kari('POST', '/api/admin/login', { username: 'kari', password })
  await setUpApp(kontor, kari)
  warn.mockClear()
})

afterEach(() => warn.mockClear())

it('logs logins and wrong passwords', async () => {
  const call = openBrowser(kontor)
  await call('POST', '/api/admin/login', { password: 'et helt galt passord' })
  await call('POST', '/api/admin/login', { password: adminPassword })
  expect(logged()).toMatchObject([
    { event: 'login-failed', address: '127.0.0.1' },
    { event: 'login', address: '127.0.0.1' },
  ])
})

it('logs added, renamed, promoted, deactivated and deleted users, and no other change of theirs', async () => {
  const { id } = (await kari('POST', '/api/users', { username: 'ola', password })).json()
  for (const changes of [
    { username: 'olav' },
    { role: 'admin' },
    { isActive: false },
    { username: 'olav', role: 'admin', isActive: false },
  ]) {
    expect((await change(id, changes)).statusCode).toBe(200)
  }
  expect((await kari('DELETE', `/api/users/${id}`)).statusCode).toBe(204)
  const event = { kind: 'user', id, actor: 'kari', address: '127.0.0.1' }
  expect(logged()).toEqual([
    { ...event, event: 'created', role: 'sales', isActive: true },
    { ...event, event: 'updated', role: 'sales', isActive: true, renamed: true },
    { ...event, event: 'updated', role: 'admin', isActive: true, renamed: false },
    { ...event, event: 'updated', role: 'admin', isActive: false, renamed: false },
    { ...event, event: 'deleted' },
  ])
  expect((await kari('DELETE', `/api/users/${id}`)).statusCode).toBe(404)
  expect((await change(kariId, { isActive: false })).statusCode).toBe(409)
  expect(logged()).toHaveLength(5)
})

it('logs exported lists', async () => {
  for (const url of ['/api/customers/export', '/api/export/excel', '/api/audit-events/export']) {
    expect((await kari('GET', url)).statusCode, url).toBe(200)
  }
  const event = { event: 'exported', kind: 'export', actor: 'kari' }
  expect(logged()).toMatchObject([event, event, event])
})

it('logs who must have a second factor, whether the shared password works, and how long events are kept', async () => {
  expect((await kari('PUT', '/api/second-factor/policy', { sales: true, admin: false })).statusCode).toBe(200)
  for (const enabled of [false, true]) {
    expect((await kari('PUT', '/api/admin/password/shared', { enabled })).statusCode).toBe(200)
  }
  expect((await kari('PUT', '/api/audit-events/retention', { months: 12 })).statusCode).toBe(200)
  const event = { event: 'updated', kind: 'setting', actor: 'kari' }
  expect(logged()).toMatchObject([
    { ...event, id: 'second_factor_policy', sales: true, admin: false },
    { ...event, id: 'shared_password_off', enabled: false },
    { ...event, id: 'shared_password_off', enabled: true },
    { ...event, id: 'audit_retention', months: 12 },
  ])
})
