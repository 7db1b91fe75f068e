import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })

const post = (body: unknown, contentType: string, headers: Record<string, string> = {}) =>
  kontor.app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: { 'content-type': contentType, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

const counted = async (directive: string): Promise<number> => {
  const { body } = await kontor.call('GET', '/metrics')
  const [, number = '0'] = new RegExp(`kontor_csp_reports_total\\{directive="${directive}"\\} (\\d+)`).exec(body) ?? []
  return Number(number)
}

const report = (effectiveDirective: string) => ({
  type: 'csp-violation',
  age: 10,
  url: 'https://www.eksempel.example/agreement-response/hemmelig',
  body: { effectiveDirective, blockedURL: 'https://evil.example/x.js', documentURL: 'https://www.eksempel.example/' },
})

describe('POST /api/csp-reports', () => {
  it('counts reports of both kinds by directive, also from another origin', async () => {
    const old = { 'csp-report': { 'violated-directive': "img-src 'self'", 'blocked-uri': 'https://evil.example' } }
    expect((await post(old, 'application/csp-report', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(204)
    const answer = await post([report('script-src-elem'), report('script-src-elem')], 'application/reports+json')
    expect(answer.statusCode).toBe(204)
    expect([await counted('img-src'), await counted('script-src-elem')]).toEqual([1, 2])
  })

  it('keeps nothing else of a report', async () => {
    await post([report('kari@kunde.example')], 'application/reports+json')
    expect(await counted('other')).toBe(1)
    expect((await kontor.call('GET', '/metrics')).body).not.toMatch(/evil|hemmelig|kunde/)
  })

  it.each([
    ['no report', {}, 'application/csp-report', 400],
    ['no JSON', '{', 'application/csp-report', 400],
    ['another type of content', '<x/>', 'text/xml', 415],
    ['a long list', Array.from({ length: 51 }, () => report('img-src')), 'application/reports+json', 400],
    ['a large body', [{ ...report('img-src'), url: 'x'.repeat(20_000) }], 'application/reports+json', 413],
  ])('rejects %s', async (_case, body, type, status) => {
    expect((await post(body, type)).statusCode).toBe(status)
  })

  it('accepts thirty posts a minute from an address, and refuses others before it reads them', async () => {
    kontor.clock.advance({ minutes: 1 })
    const large = 'x'.repeat(30_000)
    const statuses: number[] = []
    for (let posts = 0; posts < 31; posts++) statuses.push((await post(large, 'application/json')).statusCode)
    expect(statuses).toEqual([...Array(30).fill(413), 429])
    kontor.clock.advance({ minutes: 1 })
    expect((await post([report('img-src')], 'application/reports+json')).statusCode).toBe(204)
  })

  it('counts at most 120 reports a minute by directive', async () => {
    kontor.clock.advance({ minutes: 1 })
    for (let posts = 0; posts < 5; posts++)
      await post(
        Array.from({ length: 30 }, () => report('font-src')),
        'application/reports+json',
      )
    expect([await counted('font-src'), await counted('over_limit')]).toEqual([120, 30])
    kontor.clock.advance({ minutes: 1 })
    await post([report('font-src')], 'application/reports+json')
    expect(await counted('font-src')).toBe(121)
  })
})
