import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anyone } from '@kontor/contract/shared/endpoint'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../../testing/database.ts'
import { loadConfig } from '../config/config.ts'
import { HttpError, notFound, staleVersion, TooManyRequests } from '../errors/http-error.ts'
import { serve } from './route.ts'
import { createServer } from './server.ts'

const { pool } = await createTestDatabase()
const app = createServer(loadConfig({ LOG_LEVEL: 'silent' }))

const body = z.object({
  name: z.string('Navn er påkrevd').min(1, 'Navn er påkrevd'),
  price: z.number().min(0),
  lines: z.array(z.object({ quantity: z.int().min(1, 'Antall må være minst 1') })).optional(),
})
const probe = (path: `/${string}`) =>
  anyone.post(path, { summary: 'A probe.', body, response: z.object({ id: z.int() }) })

const failures: Record<string, () => Promise<unknown>> = {
  forbidden: async () => {
    throw new HttpError(403, 'Nei.')
  },
  missing: async () => {
    throw notFound('Fant ikke kunden.')
  },
  stale: async () => {
    throw staleVersion({ id: 7, version: 2 })
  },
  unreadable: async () => {
    throw new HttpError(422, 'Filen kan ikke leses.', { fields: { file: 'Ikke et regneark' } })
  },
  'too-many': async () => {
    throw new TooManyRequests('Vent litt.', 17)
  },
  query: () => pool.query('SELECT nothing FROM nowhere'),
  unstorable: () => pool.query('SELECT $1::text', ['a\0b']),
  thrown: async () => {
    throw new Error('secret: the path is /etc/kontor')
  },
  'no-error': async () => {
    throw 'a text'
  },
}
for (const [name, fail] of Object.entries(failures)) {
  app.get(`/api/fail/${name}`, { config: { caller: 'public' } }, fail)
}
serve(app, probe('/api/probe'), async ({ body: { name } }) => ({ id: 1, secret: name }) as { id: number })
serve(app, probe('/api/auth/probe'), async () => ({ id: 1 }))
serve(app, probe('/api/wrong-answer'), async () => ({ id: 'not a number' }) as never)
serve(app, probe('/api/slow'), () => new Promise<never>(() => {}), { handlerTimeout: 50 })
await app.ready()
afterAll(() => app.close())

const post = (url: string, payload: string | object, headers = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

describe('an error thrown by a feature', () => {
  it.each([
    ['forbidden', 403, { error: 'Nei.' }],
    ['missing', 404, { error: 'Fant ikke kunden.' }],
    [
      'stale',
      409,
      {
        error: 'Endret av en annen i mellomtiden. Last inn på nytt og prøv igjen.',
        current: { id: 7, version: 2 },
      },
    ],
    ['unreadable', 422, { error: 'Filen kan ikke leses.', fields: { file: 'Ikke et regneark' } }],
    ['too-many', 429, { error: 'Vent litt.' }],
    ['query', 500, { error: 'Noe gikk galt hos oss. Prøv igjen.' }],
    ['unstorable', 400, { error: 'Forespørselen er ikke gyldig.' }],
    ['thrown', 500, { error: 'Noe gikk galt hos oss. Prøv igjen.' }],
    ['no-error', 500, { error: 'Noe gikk galt hos oss. Prøv igjen.' }],
  ])('%s is %i with its message and no internal details', async (name, status, answer) => {
    const response = await app.inject({ url: `/api/fail/${name}` })
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual(answer)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['retry-after']).toBe(name === 'too-many' ? '17' : undefined)
  })

  it('is plain text in a frame, where a browser would show its own error page instead', async () => {
    const headers = { 'sec-fetch-dest': 'iframe' }
    const framed = await app.inject({ method: 'GET', url: '/api/fail/missing', headers })
    expect([framed.statusCode, framed.body]).toEqual([404, 'Fant ikke kunden.'])
    expect(framed.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    })
  })
})

describe('an invalid body', () => {
  it('is answered with all errors, field by field', async () => {
    const answer = await post('/api/probe', { price: -1, lines: [{ quantity: 1 }, { quantity: 0 }, {}] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      error: 'Navn er påkrevd. Må være minst 0. Antall må være minst 1. Må fylles ut',
      fields: {
        name: 'Navn er påkrevd',
        price: 'Må være minst 0',
        'lines.1.quantity': 'Antall må være minst 1',
        'lines.2.quantity': 'Må fylles ut',
      },
    })
  })

  it.each([
    ['is truncated', '{"name":', 'Forespørselen er ikke gyldig.'],
    ['is empty', '', 'Forespørselen er ikke gyldig.'],
    ['is a list', '[]', 'Må være et objekt'],
    ['is null', 'null', 'Må fylles ut'],
    ['would change prototypes', '{"__proto__": {"admin": true}}', 'Forespørselen er ikke gyldig.'],
  ])('that %s is 400 with a message', async (_case, payload, error) => {
    const answer = await post('/api/probe', payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ error })
  })

  it('of more than 100 kB is 413', async () => {
    const answer = await post('/api/probe', { name: 'x'.repeat(100_000), price: 0 })
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toEqual({ error: 'Det du sendte, er for stort.' })
    expect((await post('/api/probe', { name: 'x'.repeat(99_000), price: 0 })).statusCode).toBe(200)
  })

  it('is explained in English below /api/auth', async () => {
    expect((await post('/api/auth/probe', '{')).json()).toEqual({ error: 'The request is not valid.' })
    expect((await post('/api/auth/probe', '{}', { 'content-type': 'text/plain' })).json()).toEqual({
      error: 'The content must be JSON.',
    })
  })
})

describe('a response', () => {
  it('contains only what its schema declares', async () => {
    expect((await post('/api/probe', { name: 'hemmelig', price: 0 })).json()).toEqual({ id: 1 })
  })

  it('that violates its schema is 500 and is not sent', async () => {
    const answer = await post('/api/wrong-answer', { name: 'x', price: 0 })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({ error: 'Noe gikk galt hos oss. Prøv igjen.' })
  })

  it('that never completes is 503', async () => {
    const answer = await post('/api/slow', { name: 'x', price: 0 })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toEqual({ error: 'Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.' })
  })
})

describe('every response', () => {
  it.each(['/api/fail/thrown', '/api/nothing', '/nothing', '/api/%zz'])('has the security headers: %s', async (url) => {
    const { headers } = await app.inject({ url })
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers['referrer-policy']).toBe(url.startsWith('/api') ? 'no-referrer' : 'strict-origin-when-cross-origin')
    if (!url.startsWith('/api')) return
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  })

  it('has Strict-Transport-Security when the public URL is https', async () => {
    const secure = createServer(loadConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://www.eksempel.example' }))
    expect((await secure.inject({ url: '/x' })).headers['strict-transport-security']).toBe('max-age=31536000')
    await secure.close()
  })
})

describe('over a real connection', () => {
  const statusOf = async (path: string): Promise<number | undefined> => {
    const { port } = app.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
  }

  it('a URL that cannot be decoded, or is far too long, is a client error', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    expect(await statusOf('/api/%zz')).toBe(400)
    expect(await statusOf(`/api/${'x'.repeat(20_000)}`)).toBe(431)
  })

  const long = 'x'.repeat(20_000)
  const sentence = 'Adressen er for lang, eller nettleseren sendte for mange informasjonskapsler.'

  it.each<[string, Record<string, string>, string, string]>([
    [`/${long}`, {}, 'text/html', `<p>${sentence}</p>`],
    ['/om-oss', { cookie: `a=${long}` }, 'text/html', '<p lang="en">The address is too long'],
    ['/apiary', { referer: long }, 'text/html', `<p>${sentence}</p>`],
    ['/api/contacts', { cookie: `a=${long}` }, 'application/json', JSON.stringify({ error: sentence })],
    [`//API/${long}`, {}, 'application/json', JSON.stringify({ error: sentence })],
  ])('a request with too large headers gets a page, or JSON below /api: %.15s', async (path, headers, type, body) => {
    const { port } = app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    expect(answer.status).toBe(431)
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toContain(body)
  })
})
