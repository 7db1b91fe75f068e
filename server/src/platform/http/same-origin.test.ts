import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const plain = await startTestApp({ worker: 'off', publicUrl: 'https://www.eksempel.example' })
const proxied = await startTestApp({ worker: 'off', trustProxy: true })

type Headers = Record<string, string>

/** Logs out: unsafe, needs no session, and answers 204 if accepted. */
const statusOf = async (headers: Headers, kontor = plain, method: 'POST' | 'PUT' | 'DELETE' = 'POST') => {
  const url = method === 'POST' ? '/api/auth/logout' : '/api/contacts/00000000-0000-4000-8000-000000000000'
  return (await kontor.app.inject({ method, url, headers: { host: 'kontor.example:3000', ...headers } })).statusCode
}

describe('an unsafe request', () => {
  it.each<[string, Headers, number]>([
    ['without either header is not from a browser', {}, 204],
    ['of the same origin', { 'sec-fetch-site': 'same-origin' }, 204],
    ['typed into the browser', { 'sec-fetch-site': 'none' }, 204],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['with an unknown value', { 'sec-fetch-site': 'whatever' }, 403],
    ['whose Origin is the requested host', { origin: 'http://kontor.example:3000' }, 204],
    ['whose Origin is the host in another case', { origin: 'http://Kontor.Example:3000' }, 204],
    ['whose Origin is another host', { origin: 'https://ond.example' }, 403],
    ['whose Origin is another port', { origin: 'http://kontor.example:4000' }, 403],
    ['whose Origin begins like the host', { origin: 'http://kontor.example:3000.ond.example' }, 403],
    ['whose Origin is hidden', { origin: 'null' }, 403],
    ['whose Origin is not a URL', { origin: 'kontor.example:3000' }, 403],
    ['whose Origin is PUBLIC_URL, to another host', { origin: 'https://www.eksempel.example' }, 403],
  ])('%s', async (_case, headers, status) => {
    expect(await statusOf(headers)).toBe(status)
  })

  it('is judged by Sec-Fetch-Site alone if present', async () => {
    expect(await statusOf({ 'sec-fetch-site': 'same-origin', origin: 'https://ond.example' })).toBe(204)
    expect(await statusOf({ 'sec-fetch-site': 'cross-site', origin: 'http://kontor.example:3000' })).toBe(403)
  })

  it('may omit the default port of its scheme', async () => {
    expect(await statusOf({ host: 'kontor.example:443', origin: 'https://kontor.example' })).toBe(204)
    expect(await statusOf({ host: 'kontor.example', origin: 'http://kontor.example:80' })).toBe(204)
  })

  it('is compared with the forwarded host only behind a trusted proxy', async () => {
    const forwarded = { host: 'inside:3000', 'x-forwarded-host': 'kontor.example', origin: 'https://kontor.example' }
    expect(await statusOf(forwarded, proxied)).toBe(204)
    expect(await statusOf(forwarded, plain)).toBe(403)
    expect(await statusOf({ ...forwarded, origin: 'http://inside:3000' }, proxied)).toBe(403)
  })

  it('is rejected before its session or body is read, with any method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect(await statusOf({ 'sec-fetch-site': 'cross-site' }, plain, method)).toBe(403)
    }
    const login = { method: 'POST', url: '/api/auth/login', headers: { 'sec-fetch-site': 'cross-site' } } as const
    expect((await plain.app.inject(login)).json()).toEqual({ error: 'The request came from another site.' })
  })
})

it('accepts safe requests from any origin', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await plain.call(method, '/healthz', undefined, { 'sec-fetch-site': 'cross-site' })
    expect(answer.statusCode).toBe(200)
  }
})

describe('a body', () => {
  const send = (type: string, payload: string) =>
    plain.app.inject({ method: 'POST', url: '/api/admin/login', headers: { 'content-type': type }, payload })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'x',
  ])('of type %s, which forms of other sites can send, is 415', async (type) => {
    const answer = await send(type, '{"password":"x"}')
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toEqual({ error: 'Innholdet må være JSON.' })
  })

  it('of JSON is accepted with any charset parameter', async () => {
    expect((await send('application/json; charset=utf-8', '{"password":"x"}')).statusCode).toBe(401)
  })
})
