import type { PublicAgreement } from '@kontor/contract/agreements/agreements.answers.schema'
import { afterAll, describe, expect, test } from 'vitest'
import { createSiteBuild } from '../../testing/site-build.ts'
import { loadConfig } from '../config/config.ts'
import { answerUnknownPaths } from '../http/not-found.ts'
import { createServer } from '../http/server.ts'
import { loadSite, type Site } from './built-site.ts'
import { notFoundPage, registerPages } from './pages.ts'

const view: PublicAgreement = {
  agreement: {
    title: 'Kvalitetssystem',
    reference: 'A-2026-0007',
    language: 'no',
    verification: 'link',
    sentAt: null,
    status: 'sent',
    description: null,
    totalAmount: 100,
    vatAmount: 25,
    validUntil: null,
    expired: false,
    respondedAt: null,
    customerResponse: null,
    respondedBy: null,
    answerChannel: null,
    evidence: null,
    evidenceNumber: null,
    linkSentTo: null,
    eid: false,
  },
  seller: null,
  customer: null,
  contactPerson: null,
  products: [],
  conditions: [],
}
const config = loadConfig({ LOG_LEVEL: 'silent' })
const site: Site = {
  ...(await loadSite(await createSiteBuild(), config.publicUrl)),
  office: new Map(
    ['/admin', '/agreement-response/{token}', '/webinar-registration/{token}'].map((path) => [path, 'with scripts']),
  ),
  plain: async ({ shown }) => `<title>${shown?.view.agreement.title ?? 'Avtale ikke funnet'}</title>${shown?.pdf}`,
}
const app = createServer(config)
app.plainPages.set('agreement-response', async (token) => ({
  kind: 'agreement',
  shown: token === 'Zk3vQ9' ? { view, pdf: '/pdf' } : null,
}))
registerPages(app, site)
answerUnknownPaths(app, notFoundPage(app, site))
await app.ready()
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe("the customer's page without scripts", () => {
  test.each([
    '/agreement-response/Zk3vQ9?plain',
    '/en/agreement-response/Zk3vQ9?plain=1',
    '/Agreement-Response/Zk3vQ9/?plain',
    '/%61greement-response//Zk3vQ9?x=1&plain',
  ])('is the agreement, with no script allowed, at %s', async (url) => {
    const { statusCode, body, headers } = await get(url)
    expect(statusCode).toBe(200)
    expect(body).toBe('<title>Kvalitetssystem</title>/pdf')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers['content-security-policy']).not.toMatch(/script-src|connect-src|unsafe/)
    expect(headers.etag).toBeUndefined()
  })

  test.each(['/agreement-response/other?plain', '/agreement-response/zk3vq9?plain', '/agreement-response/%zz?plain'])(
    'says that the link is unknown, with status 404, at %s',
    async (url) => {
      const { statusCode, body, headers } = await get(url, { accept: 'text/html' })
      expect(statusCode).toBe(404)
      expect(body).toContain('<title>Avtale ikke funnet</title>')
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('exists only where a feature brings it', async () => {
    expect((await get('/webinar-registration/Zk3vQ9?plain')).body).toBe('with scripts')
    expect((await get('/admin?plain')).body).toBe('with scripts')
  })
})
