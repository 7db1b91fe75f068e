import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { noticeUntrustedProxy } from './untrusted-proxy.ts'

const forwarded = { 'x-forwarded-for': '203.0.113.7' }

test('reports to the administrator that an untrusted proxy forwards visitors', async () => {
  const kontor = await startTestApp({ worker: 'off' })
  const admin = await kontor.asAdmin()
  const isNoticed = async () => (await admin('GET', '/api/system')).json().untrustedProxy
  expect(await isNoticed()).toBe(false)
  await kontor.call('GET', '/api/webinars', undefined, forwarded)
  expect(await isNoticed()).toBe(true)
})

test('reports nothing behind a trusted proxy', async () => {
  const kontor = await startTestApp({ worker: 'off', trustProxy: true })
  const admin = await kontor.asAdmin()
  await kontor.call('GET', '/api/webinars', undefined, forwarded)
  expect((await admin('GET', '/api/system')).json().untrustedProxy).toBe(false)
})

test('warns once in the log', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  noticeUntrustedProxy(app, { trustProxy: false })
  app.get('/', async () => 'x')
  for (const headers of [{}, forwarded, forwarded, forwarded]) await app.inject({ url: '/', headers })
  expect(lines).toEqual([expect.stringContaining('TRUST_PROXY=on')])
})
