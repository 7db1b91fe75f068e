import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const token = 'a-token-for-prometheus'
const office = await startTestApp({ metricsToken: token })
const { app, call } = office

describe('/healthz and /readyz', () => {
  it('answer while the process lives, its database answers and its jobs run', async () => {
    expect((await call('GET', '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await call('GET', '/readyz')).json()).toEqual({ status: 'ok', database: true, writable: true, jobs: true })
  })
})

describe('/metrics', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers })

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'is there for this machine itself: %s',
    async (address) => {
      const answer = await from(address)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('text/plain')
    },
  )

  it.each([
    ['another machine', '192.0.2.1', {}],
    ['another machine through a proxy on this one', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }],
    ['another machine that claims to be this one', '192.0.2.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['a wrong token', '192.0.2.1', { authorization: 'Bearer wrong' }],
    ['a token in another scheme', '192.0.2.1', { authorization: `Basic ${token}` }],
  ])('is not there for %s', async (_case, address, headers) => {
    const answer = await from(address, headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.body).not.toContain('process_')
  })

  it('is there for anyone with the token', async () => {
    const answer = await from('192.0.2.1', { authorization: `Bearer ${token}` })
    expect(answer.statusCode).toBe(200)
  })

  it('knows no token where none is set', async () => {
    const without = await startTestApp({ worker: 'off' })
    for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
      const answer = await without.app.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { authorization },
      })
      expect(answer.statusCode).toBe(403)
    }
  })

  it('tells how many mails wait', async () => {
    const waiting = await startTestApp({ worker: 'off' })
    const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }
    expect((await waiting.call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
    expect((await waiting.call('GET', '/metrics')).body).toContain('kontor_mails{delivery="queued"} 2')
  })

  it('tells durations by route, never by address, and how the process and its connections fare', async () => {
    await call('GET', '/api/contacts/3f1c2a44-9a3b-4e0e-8f0a-5a54f1a2b3c4')
    await call('PUT', '/api/contacts/3f1c2a44-9a3b-4e0e-8f0a-5a54f1a2b3c4', {})
    const { body } = await from('127.0.0.1')
    expect(body).toContain('http_request_duration_seconds_count{method="PUT",route="/api/contacts/:id",status="401"} 1')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1')
    expect(body).toMatch(/nodejs_eventloop_lag_seconds \d/)
    expect(body).toMatch(/kontor_database_connections\{state="open"\} \d/)
    expect(body).not.toContain('3f1c2a44')
  })
})
