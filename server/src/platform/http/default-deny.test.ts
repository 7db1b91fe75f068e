import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { registeredRoutes } from '../../testing/registered-routes.ts'
import { loadConfig } from '../config/config.ts'
import { denyByDefault } from './default-deny.ts'
import { createServer } from './server.ts'

const kontor = await startTestApp({ worker: 'off' })
const { app, call } = kontor
const asSales = await kontor.asSales()

// access.test.ts checks which roles may call which route.

it('refuses a caller with a sentence', async () => {
  const anonymous = await call('GET', '/api/contacts')
  expect([anonymous.statusCode, anonymous.json()]).toEqual([401, { error: expect.any(String) }])
  const seller = await asSales('GET', '/api/contacts')
  expect([seller.statusCode, seller.json()]).toEqual([403, { error: 'Du har ikke tilgang til dette.' }])
})

it('answers HEAD like GET, to any caller', async () => {
  const paths = registeredRoutes(app).flatMap(({ method, url }) => (method === 'GET' ? [url] : []))
  expect(paths).toContain('/api/contacts')
  for (const path of paths) {
    const url = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    const [get, head] = [await call('GET', url), await call('HEAD', url)]
    expect([head.statusCode, head.body], path).toEqual([get.statusCode, ''])
  }
})

it('prevents the start of a server with a route that does not say who may call it', () => {
  const server = createServer(loadConfig({ LOG_LEVEL: 'silent' }))
  denyByDefault(server)
  expect(() => server.get('/api/forgotten', async () => 'secret')).toThrow(
    'GET /api/forgotten does not say who may call it',
  )
})

describe('an unknown path below /api', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('is 404 in JSON for anyone: %s', async (method) => {
    const asAdmin = await kontor.asAdmin()
    for (const url of ['/api', '/api/', '/api?x=1', '/api/nothing', '/api/contacts/1/nothing']) {
      for (const caller of [call, asSales, asAdmin]) {
        const answer = await caller(method, url, method === 'GET' ? undefined : {}, { 'sec-fetch-site': 'cross-site' })
        expect(answer.statusCode, url).toBe(404)
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
        expect(answer.json()).toEqual({ error: 'Fant ikke det du ba om.' })
      }
    }
  })

  it('is answered in English below /api/auth', async () => {
    expect((await call('GET', '/api/auth/nothing')).json()).toEqual({ error: 'Not found.' })
  })
})
