import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createSiteBuild } from '../../testing/site-build.ts'
import { loadConfig } from '../config/config.ts'
import { answerUnknownPaths } from '../http/not-found.ts'
import { createServer } from '../http/server.ts'
import { loadSite } from './built-site.ts'
import { notFoundPage, registerPages } from './pages.ts'

const config = loadConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://www.eksempel.example' })
const folder = await createSiteBuild()

const app = createServer(config)
const site = await loadSite(folder, config.publicUrl)
registerPages(app, site)
answerUnknownPaths(app, notFoundPage(app, site))
await app.ready()
afterAll(() => app.close())
beforeEach(() => site.show(null))

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const contentOf = (name: string, title?: string) => ({
  company: { ...deliveredCompany, name },
  texts: { no: title === undefined ? {} : { 'home.title': title }, en: {} },
})

test('shows the delivered documents until other content is shown, and again afterwards', async () => {
  expect((await get('/')).body).toBe('<title>delivered home no</title>')
  await site.show(contentOf('Fjord AS', 'Ny tittel'))
  expect((await get('/')).body).toBe('<title>Fjord AS home no Ny tittel</title>')
  expect((await get('/en/')).body).toBe('<title>Fjord AS home en Tittel</title>')
  expect((await get('/finnes-ikke')).body).toBe('<title>Fjord AS missing no Ny tittel</title>')
  await site.show(null)
  expect((await get('/')).body).toBe('<title>delivered home no</title>')
})

test('ETag, security policy and web manifest follow the content', async () => {
  await site.show(contentOf('Fjord AS'))
  const first = await get('/')
  const etag = String(first.headers.etag)
  expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(304)
  expect(first.headers['content-security-policy']).toContain("style-src 'sha256-home'")
  expect(first.headers['content-security-policy']).not.toContain('tags.example')
  const company = { ...deliveredCompany, name: 'Fjell AS', tags: { googleAnalytics: null, metaPixel: '1' } }
  await site.show({ ...contentOf(''), company })
  const second = await get('/', { 'if-none-match': etag })
  expect(second.statusCode).toBe(200)
  expect(second.headers['content-security-policy']).toContain("script-src 'self' https://tags.example")
  expect((await get('/site.webmanifest')).json()).toEqual({ name: 'Fjell AS' })
})

test('never shows a mix of two contents: every request sees one or the other', async () => {
  await site.show(contentOf('Først AS'))
  const change = site.show(contentOf('Sist AS'))
  let done = false
  void change.then(() => {
    done = true
  })
  while (!done) {
    const { pages, notFound } = site.current()
    const bodies = [pages.get('/')?.no, pages.get('/')?.en, notFound.no].map((page) => page?.resource.plain.toString())
    const names = new Set(bodies.map((body) => /<title>(\S+ AS)/.exec(body ?? '')?.[1]))
    expect(names.size).toBe(1)
    await new Promise(setImmediate)
  }
  expect((await get('/')).body).toContain('Sist AS')
})

test('the last of several changes is shown last', async () => {
  await Promise.all(['En AS', 'To AS', 'Tre AS'].map((name) => site.show(contentOf(name))))
  expect((await get('/')).body).toContain('Tre AS')
})

test("keeps the current pages if the new content can't be rendered", async () => {
  await site.show(contentOf('Fjord AS'))
  await expect(site.show(contentOf('Velt AS'))).rejects.toThrow('it fell over')
  expect((await get('/')).body).toContain('Fjord AS')
  await site.show(contentOf('Fjell AS'))
  expect((await get('/')).body).toContain('Fjell AS')
})

test('serves the photos of the content and of the one before, and no others', async () => {
  const photo = (id: string) => ({ path: `/photos/${id}-320.webp`, type: 'image/webp', content: Buffer.from(id) })
  await site.show(contentOf('Fjord AS'), [photo('a')])
  const { headers, body } = await get('/photos/a-320.webp')
  expect([headers['content-type'], headers['cache-control'], body]).toEqual([
    'image/webp',
    'public, max-age=31536000, immutable',
    'a',
  ])
  await site.show(contentOf('Fjord AS'), [photo('b')])
  expect((await get('/photos/a-320.webp')).statusCode).toBe(200)
  expect((await get('/photos/b-320.webp')).statusCode).toBe(200)
  await site.show(contentOf('Fjord AS'), [photo('c')])
  expect((await get('/photos/a-320.webp')).statusCode).toBe(404)
})
