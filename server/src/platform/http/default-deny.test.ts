import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { type Method, type Route, registeredRoutes } from '../../testing/registered-routes.ts'
import { loadConfig } from '../config/config.ts'
import { denyByDefault } from './default-deny.ts'
import { createServer } from './server.ts'

const kontor = await startTestApp({ worker: 'off' })
const { app, call } = kontor

/** Everything that anyone may call. Add a call only after deciding that it is public (docs/security.md). */
const publicCalls = new Set([
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  // The contact form in a browser without scripts.
  'POST /',
  'POST /en/',
  'POST /api/admin/login',
  'POST /api/admin/logout',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'GET /api/login-ways',
  'POST /api/passkey-login/options',
  'POST /api/passkey-login',
  'POST /api/contacts',
  'POST /api/csp-reports',
  'GET /api/webinars/active',
  'POST /api/webinars/:id/registrations',
  'GET /api/webinar-registration/:token',
  'POST /api/webinar-registration/:token/cancel',
  'GET /api/agreement-response/:token',
  'POST /api/agreement-response/:token',
  'POST /api/agreement-response/:token/opened',
  'GET /api/agreement-response/:token/pdf',
  'POST /api/agreement-response/:token/code',
  'POST /api/agreement-response/:token/eid',
  'GET /api/agreement-response/:token/eid/:identification',
  'GET /api/eid/callback',
  'GET /.well-known/kontor-evidence.json',
  'GET /.well-known/security.txt',
])

/** What sales users may call in addition. */
const salesCalls = new Set([
  'GET /api/sessions',
  'DELETE /api/sessions/:id',
  'POST /api/sessions/end-others',
  'GET /api/session/confirm',
  'POST /api/session/confirm',
  'POST /api/session/confirm/code',
  'POST /api/session/confirm/passkey',
  'GET /api/second-factor',
  'GET /api/second-factor/step',
  'POST /api/second-factor/step',
  'POST /api/second-factor/step/passkey/options',
  'POST /api/second-factor/step/passkey',
  'POST /api/second-factor/passkeys/options',
  'POST /api/second-factor/passkeys',
  'POST /api/second-factor/totp',
  'POST /api/second-factor/totp/confirm',
  'PUT /api/second-factor/authenticators/:id',
  'DELETE /api/second-factor/authenticators/:id',
  'POST /api/second-factor/recovery-codes',
  'PUT /api/users/me/password',
  'GET /api/users/me/morning-mail',
  'PUT /api/users/me/morning-mail',
  'GET /api/auth/session',
  'GET /api/changes',
  'GET /api/admin/brreg/search',
  'GET /api/admin/brreg/financial/:organizationNumber',
  'GET /api/admin/brreg/roles/:organizationNumber',
  'GET /api/admin/brreg/signature/:organizationNumber',
  'GET /api/trash',
  'GET /api/imports',
  'POST /api/imports/:importId/undo',
  'POST /api/trash/:kind/:id/restore',
  'GET /api/leads',
  'POST /api/leads',
  'GET /api/leads/:id',
  'GET /api/leads/:id/timeline',
  'POST /api/leads/:id/notes',
  'PUT /api/leads/:id/notes/:entryId',
  'DELETE /api/leads/:id/notes/:entryId',
  'POST /api/leads/:id/calls',
  'PUT /api/leads/:id',
  'DELETE /api/leads/:id',
  'PATCH /api/leads/status',
  'PATCH /api/leads/:id/status',
  'PATCH /api/leads/:id/customer-active',
  'GET /api/leads/summary',
  'GET /api/leads/duplicates',
  'GET /api/leads/owners',
  'POST /api/leads/bulk',
  'GET /api/leads/lost-reasons',
  'GET /api/leads/figures',
  'GET /api/leads/:id/history',
  'GET /api/leads/:id/agreement',
  'GET /api/leads/:id/enquiries',
  'GET /api/leads/:id/customer',
  'POST /api/leads/:id/customer',
  'POST /api/leads/:id/register-check',
  'GET /api/leads/views',
  'POST /api/leads/views',
  'PUT /api/leads/views/:id',
  'DELETE /api/leads/views/:id',
  'GET /api/search',
  'GET /api/export/excel',
  'POST /api/imports/excel',
])

const routeName = ({ method, url }: Route): string => `${method} ${url}`

/** A URL that matches the route. The tree omits a segment before the `*` of the documentation's files. */
const sampleUrl = (url: string): string =>
  url.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('docs/*', 'docs/static/swagger-ui.css')

describe('a route', () => {
  const routes = registeredRoutes(app)

  it('is found by this test, for any method', () => {
    const names = routes.map(routeName)
    expect(names).toContain('GET /api/contacts')
    expect(names).toContain('POST /api/contacts')
    expect(names).toContain('PUT /api/contacts/:id')
    expect(names).toContain('GET /api/docs/json')
  })

  it.each(routes.filter((route) => !publicCalls.has(routeName(route))))(
    'answers 401 without a session: $method $url',
    async ({ method, url }) => {
      const answer = await call(method, sampleUrl(url), method === 'GET' ? undefined : { not: 'valid' })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ error: expect.any(String) })
      if (method === 'GET') expect((await call('HEAD', sampleUrl(url))).statusCode).toBe(401)
    },
  )

  it('answers 403 to a sales user without permission', async () => {
    const asSales = await kontor.asSales()
    for (const route of routes) {
      if (publicCalls.has(routeName(route)) || salesCalls.has(routeName(route))) continue
      const answer = await asSales(route.method, sampleUrl(route.url), route.method === 'GET' ? undefined : {})
      expect(answer.statusCode, routeName(route)).toBe(403)
      expect(answer.json(), routeName(route)).toEqual({ error: 'Du har ikke tilgang til dette.' })
    }
  })

  it('for sales users also accepts the administrator', async () => {
    // A stream of events would never end.
    app.eventStreams.endAll()
    for (const caller of [await kontor.asSales(), await kontor.asAdmin()]) {
      for (const name of salesCalls) {
        const [method, url] = name.split(' ') as [Method, string]
        // Authorized; the request may still be invalid.
        expect([401, 403], name).not.toContain((await caller(method, sampleUrl(url))).statusCode)
      }
    }
  })

  it('without a caller prevents the start', () => {
    const server = createServer(loadConfig({ LOG_LEVEL: 'silent' }))
    denyByDefault(server)
    expect(() => server.get('/api/forgotten', async () => 'secret')).toThrow(
      'GET /api/forgotten does not say who may call it',
    )
  })
})

describe('an unknown path below /api', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('is 404 in JSON for anyone: %s', async (method) => {
    const asSales = await kontor.asSales()
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
