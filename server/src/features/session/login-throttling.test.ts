import type { LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import { startAnotherApp } from '../../testing/another-app.ts'
import { startTestApp } from '../../testing/app.ts'
import { deleteExpired } from './session.queries.ts'

const kontor = await startTestApp({ worker: 'off', trustProxy: true })
const { call, clock, config, database } = kontor

/** An IP address that no other test uses. */
let addresses = 0
const newAddress = (): string => `192.0.2.${++addresses}`

const loginFrom = (address: string, password = 'feil'): Promise<LightMyRequestResponse> =>
  call('POST', '/api/admin/login', { password }, { 'x-forwarded-for': address })

const salesLoginFrom = (address: string, username: string, password = 'wrong'): Promise<LightMyRequestResponse> =>
  call('POST', '/api/auth/login', { username, password }, { 'x-forwarded-for': address })

const statusesOf = async (times: number, attempt: () => Promise<LightMyRequestResponse>): Promise<number[]> => {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) statuses.push((await attempt()).statusCode)
  return statuses
}

/** Advances the clock until all counters are reset. */
const expireCounters = () => clock.advance({ hours: 2 })

const secondsToWait = (answer: LightMyRequestResponse): number => Number(answer.headers['retry-after'])

it('throttles an account at an address after ten wrong passwords, on all instances, and no other account', async () => {
  expireCounters()
  const address = newAddress()
  expect(await statusesOf(10, () => loginFrom(address))).toEqual(Array(10).fill(401))
  const blocked = await loginFrom(address, config.adminPassword)
  expect(blocked.statusCode).toBe(429)
  expect(blocked.headers['retry-after']).toBe('1')
  expect(blocked.json()).toEqual({ error: 'For mange forsøk. Vent 1 sekund og prøv igjen.' })
  const seller = await salesLoginFrom(address, config.salesUsername, config.salesPassword)
  expect(seller.statusCode).toBe(200)
  const another = await startAnotherApp(kontor)
  const headers = { 'x-forwarded-for': address }
  const elsewhere = await another.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers,
    payload: { password: 'feil' },
  })
  expect(elsewhere.statusCode).toBe(429)
})

it('doubles the delay up to a quarter of an hour, then accepts the correct password', async () => {
  expireCounters()
  const address = newAddress()
  await statusesOf(10, () => loginFrom(address))
  const waits: number[] = []
  for (let tries = 0; tries < 12; tries++) {
    const blocked = await loginFrom(address)
    waits.push(secondsToWait(blocked))
    clock.advance({ minutes: secondsToWait(blocked) / 60 })
    expect((await loginFrom(address)).statusCode).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  clock.advance({ minutes: 15 })
  expect((await loginFrom(address, config.adminPassword)).statusCode).toBe(200)
})

it('does not count blocked attempts, so that hammering does not extend the delay', async () => {
  expireCounters()
  const address = newAddress()
  await statusesOf(10, () => loginFrom(address))
  expect(await statusesOf(3, () => loginFrom(address))).toEqual(Array(3).fill(429))
  clock.advance({ minutes: 1 / 60 })
  expect((await loginFrom(address, config.adminPassword)).statusCode).toBe(200)
})

it('lets the owner in from a new address while a stranger polls, even after a thousand failures', async () => {
  expireCounters()
  const stranger = newAddress()
  for (const failuresBefore of [0, 100, 1_000]) {
    await database.pool.query('UPDATE login_failures SET failures = greatest(failures, $1) WHERE scope = $2', [
      failuresBefore,
      'account',
    ])
    for (let poll = 0; poll < 60; poll++) {
      await loginFrom(stranger)
      clock.advance({ minutes: 1 / 60 })
    }
    expect((await loginFrom(stranger)).statusCode).toBe(429)
    expect((await loginFrom(newAddress(), config.adminPassword)).statusCode).toBe(200)
  }
})

it('allows a new address fewer attempts the more have failed everywhere', async () => {
  const allowed: number[] = []
  for (const failures of [50, 100, 900, 1_000]) {
    expireCounters()
    await loginFrom(newAddress())
    await database.pool.query('UPDATE login_failures SET failures = $1 WHERE last_failed_at = $2', [
      failures,
      clock.now().toISOString(),
    ])
    const address = newAddress()
    allowed.push((await statusesOf(11, () => loginFrom(address))).filter((status) => status === 401).length)
  }
  expect(allowed).toEqual([10, 3, 3, 1])
})

it('counts attempts from a browser that has logged in separately from those of strangers at its address', async () => {
  expireCounters()
  const address = newAddress()
  const { cookies } = await loginFrom(address, config.adminPassword)
  const device = cookies.find(({ name }) => name === 'kontor_device')
  expect(device).toMatchObject({ path: '/api', httpOnly: true, sameSite: 'Strict' })
  await statusesOf(60, () => loginFrom(address))
  expect((await loginFrom(address, config.adminPassword)).statusCode).toBe(429)
  const headers = { 'x-forwarded-for': address, cookie: `kontor_device=${device?.value}` }
  const planted = { ...headers, cookie: `kontor_device=${'a'.repeat(43)}` }
  expect((await call('POST', '/api/admin/login', { password: config.adminPassword }, planted)).statusCode).toBe(429)
  const onDevice = (password: string) => call('POST', '/api/admin/login', { password }, headers)
  expect(await statusesOf(10, () => onDevice('feil'))).toEqual(Array(10).fill(401))
  expect((await onDevice(config.adminPassword ?? '')).statusCode).toBe(429)
  clock.advance({ minutes: 1 / 60 })
  expect((await onDevice(config.adminPassword ?? '')).statusCode).toBe(200)
})

it('resets an account after a correct password', async () => {
  expireCounters()
  const address = newAddress()
  await statusesOf(9, () => loginFrom(address))
  expect((await loginFrom(address, config.adminPassword)).statusCode).toBe(200)
  expect(await statusesOf(10, () => loginFrom(address))).toEqual(Array(10).fill(401))
  expect((await loginFrom(address)).statusCode).toBe(429)
})

it('responds to sales users in English, alike for existing and unknown names', async () => {
  expireCounters()
  for (const username of [config.salesUsername, 'nobody']) {
    const address = newAddress()
    expect(await statusesOf(10, () => salesLoginFrom(address, username))).toEqual(Array(10).fill(401))
    const blocked = await salesLoginFrom(address, username.toUpperCase())
    expect(blocked.statusCode).toBe(429)
    expect(blocked.json()).toEqual({ error: 'Too many attempts. Please wait 1 second and try again.' })
  }
})

it('throttles an address over all accounts: IPv6 by /64, and only the proxy’s part of X-Forwarded-For', async () => {
  expireCounters()
  let name = 0
  const neighbour = () => `198.51.100.${++name}, 2001:db8:1:2::${name.toString(16)}`
  expect(await statusesOf(50, () => salesLoginFrom(neighbour(), `name-${name}`))).toEqual(Array(50).fill(401))
  expect((await salesLoginFrom(neighbour(), 'one-more')).statusCode).toBe(429)
  expect((await salesLoginFrom('2001:db8:1:2::1, 2001:db8:1:3::1', 'one-more')).statusCode).toBe(401)
})

it('serializes concurrent attempts', async () => {
  expireCounters()
  const address = newAddress()
  const answers = await Promise.all(Array.from({ length: 30 }, () => loginFrom(address)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
})

it('stores only hashes of names and addresses, and deletes outdated counters', async () => {
  expireCounters()
  await salesLoginFrom(newAddress(), 'my-secret-password-in-the-wrong-field')
  const stored = async () => (await database.pool.query('SELECT * FROM login_failures')).rows
  expect(JSON.stringify(await stored())).not.toMatch(/secret|192\.0\.2/)
  expireCounters()
  await deleteExpired(database.db, clock.now())
  expect(await stored()).toEqual([])
})
