import { expect, test } from 'vitest'
import { startTestApp } from './app.ts'

const office = await startTestApp()

test('the harness makes requests as each role and without a session', async () => {
  const [admin, sales] = [await office.asAdmin(), await office.asSales()]
  expect((await admin('GET', '/api/auth/session')).json()).toEqual({ user: { username: 'admin', role: 'admin' } })
  expect((await sales('GET', '/api/auth/session')).json()).toEqual({ user: { username: 'salg', role: 'sales' } })
  expect((await office.call('GET', '/api/auth/session')).statusCode).toBe(401)
})
