import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const token = 'a-token-for-prometheus'
const kontor = await startTestApp({ metricsToken: token })
const { app, call } = kontor

describe('/healthz and /readyz', () => {
  it('answer 200 while the process lives, its database answers and its jobs run', async () => {
    expect((await call('GET', '/healthz')).json()).toEqual({ status: 'ok' })
    expect((await call('GET', '/readyz')).json()).toEqual({ status: 'ok', database: true, writable: true, jobs: true })
  })
})

describe('/metrics', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers })

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'is readable from this machine: %s',
    async (address) => {
      const answer = await from(address)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('text/plain')
    },
  )

  it.each([
    ['a request from another machine', '192.0.2.1', {}],
    ['a request from another machine through a proxy on this one', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }],
    ['a request from another machine that claims to be this one', '192.0.2.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['a wrong token', '192.0.2.1', { authorization: 'Bearer wrong' }],
    ['a token in another scheme', '192.0.2.1', { authorization: `Basic ${token}` }],
  ])('rejects %s', async (_case, address, headers) => {
    const answer = await from(address, headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.body).not.toContain('process_')
  })

  it('is readable with the token', async () => {
    const answer = await from('192.0.2.1', { authorization: `Bearer ${token}` })
    expect(answer.statusCode).toBe(200)
  })

  it('accepts no token when none is configured, and counts queued mails', async () => {
    const withoutToken = await startTestApp({ worker: 'off' })
    for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
      const answer = await withoutToken.app.inject({
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: { authorization },
      })
      expect(answer.statusCode).toBe(403)
    }
    const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hei' }
    expect((await withoutToken.call('POST', '/api/contacts', enquiry)).statusCode).toBe(200)
    expect((await withoutToken.call('GET', '/metrics')).body).toContain('kontor_mails{delivery="queued"} 2')
  })

  it('reports durations by route, never by URL, and metrics of the process and its connections', async () => {
    await call('GET', '/api/ukjent/3f1c2a44-9a3b-4e0e-8f0a-5a54f1a2b3c4')
    await call('PUT', '/api/contacts/3f1c2a44-9a3b-4e0e-8f0a-5a54f1a2b3c4', {})
    const { body } = await from('127.0.0.1')
    expect(body).toContain('http_request_duration_seconds_count{method="PUT",route="/api/contacts/:id",status="401"} 1')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1')
    expect(body).toMatch(/nodejs_eventloop_lag_seconds \d/)
    expect(body).toMatch(/kontor_database_connections\{state="open"\} \d/)
    expect(body).not.toContain('3f1c2a44')
  })
})
