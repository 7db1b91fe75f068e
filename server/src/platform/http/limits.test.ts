import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { limitForms, publicFormLimit } from './form-limit.ts'
import { createServer } from './server.ts'

const config = loadConfig({ LOG_LEVEL: 'silent', PUBLIC_FORM_LIMIT: '3', TRUST_PROXY: 'on' })
const app = createServer(config)
await limitForms(app)
app.post('/api/one', publicFormLimit({ config }), async () => ({ ok: true }))
app.post('/api/other', publicFormLimit({ config }), async () => ({ ok: true }))
app.post('/api/unlimited', async () => ({ ok: true }))
await app.ready()
afterAll(() => app.close())

const post = (url: string, address: string) =>
  app.inject({ method: 'POST', url, headers: { 'x-forwarded-for': address }, payload: {} })

const statuses = async (url: string, ...addresses: string[]) => {
  const found: number[] = []
  for (const address of addresses) found.push((await post(url, address)).statusCode)
  return found
}

describe('the public forms', () => {
  it('accept PUBLIC_FORM_LIMIT posts per address across all forms, and then answer 429 with Retry-After', async () => {
    expect(await statuses('/api/one', '192.0.2.1', '192.0.2.1')).toEqual([200, 200])
    expect(await statuses('/api/other', '192.0.2.1', '192.0.2.1')).toEqual([200, 429])
    const refused = await post('/api/one', '192.0.2.1')
    expect(refused.json()).toEqual({ error: 'For mange forsøk. Vent litt og prøv igjen.' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(590)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
  })

  it('do not limit other addresses or other routes', async () => {
    expect(await statuses('/api/one', '192.0.2.2', '::ffff:192.0.2.3')).toEqual([200, 200])
    expect(await statuses('/api/unlimited', ...Array<string>(10).fill('192.0.2.1'))).toEqual(Array(10).fill(200))
  })

  it('count IPv6 addresses of one /64 as one', async () => {
    const neighbours = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8::4']
    expect(await statuses('/api/one', ...neighbours, '2001:db8:0:1::1')).toEqual([200, 200, 200, 429, 200])
  })
})
