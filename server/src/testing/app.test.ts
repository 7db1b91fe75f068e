import { expect, test } from 'vitest'
import { startTestApp } from './app.ts'

const kontor = await startTestApp()

test('the harness makes requests as each role and without a session', async () => {
  const [admin, sales] = [await kontor.asAdmin(), await kontor.asSales()]
  expect((await admin('GET', '/api/auth/session')).json()).toEqual({ user: { username: 'admin', role: 'admin' } })
  expect((await sales('GET', '/api/auth/session')).json()).toEqual({ user: { username: 'salg', role: 'sales' } })
  expect((await kontor.call('GET', '/api/auth/session')).statusCode).toBe(401)
})
