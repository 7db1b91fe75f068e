import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { noncePlaceholder, originPlaceholder } from '@kontor/contract/site/site.rules'
import { refusalKinds, type SiteManifest } from '@kontor/contract/site/site.schema'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { answerUnknownPaths } from '../http/not-found.ts'
import { createServer } from '../http/server.ts'
import { loadSite } from './built-site.ts'
import { notFoundPage, registerPages } from './pages.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-site-'))
afterAll(() => rm(folder, { recursive: true }))

const filling = 'fjord '.repeat(200)
const page = (name: string) =>
  `<html><title>${name}</title><link rel="canonical" href="${originPlaceholder}/">${filling}`
const documents = (name: string) =>
  (['no', 'en'] as const).map((language) => ({
    language,
    file: `pages/${name}.${language}.html`,
    scriptHashes: [`'sha256-${name}Script'`],
    styleHashes: [`'sha256-${name}Style'`],
  }))

const script = 'console.log("fjord");'.repeat(50)
const manifest: SiteManifest = {
  pages: [
    { path: '/', documents: documents('home') },
    { path: '/tjenester', documents: documents('services') },
  ],
  notFound: documents('missing'),
  refusals: refusalKinds.flatMap((kind) => documents(kind.replace('-', '')).map((document) => ({ kind, ...document }))),
  tagHosts: { script: [], connect: [], image: [] },
  renderer: { module: 'renderer.js', parts: 'parts.json', pages: [] },
  office: ['/admin', '/agreement-response/{token}', '/webinar-registration/{token}'].map((path) => ({
    path,
    file: 'pages/office.html',
  })),
  assets: [
    { path: '/assets/entry-abc123.js', file: 'assets/entry-abc123.js', immutable: true },
    { path: '/robots.txt', file: 'public/robots.txt', immutable: false },
  ],
}

for (const name of ['pages', 'assets', 'public']) await mkdir(join(folder, name))
for (const name of ['home', 'services', 'missing', 'failed', 'toomany']) {
  for (const language of ['no', 'en']) {
    await writeFile(join(folder, `pages/${name}.${language}.html`), page(`${name} ${language}`))
  }
}
await writeFile(join(folder, 'pages/office.html'), `<meta property="csp-nonce" nonce="${noncePlaceholder}">`)
await writeFile(join(folder, 'assets/entry-abc123.js'), script)
await writeFile(join(folder, 'assets/entry-abc123.js.br'), brotliCompressSync(script))
await writeFile(join(folder, 'public/robots.txt'), 'User-agent: *')
await writeFile(
  join(folder, 'renderer.js'),
  `export const renderDocument = ({ id, language, refused }, { title }) => ({
    html: \`<title>\${id} \${language} \${title}</title>${originPlaceholder} \${refused.values.name}\`,
    language, scriptHashes: ["'sha256-form='"], styleHashes: [],
  })
  let drawn = 0
  export const renderPlain = ({ shown }) => \`\${shown === null ? 'unknown' : 'known'} \${++drawn}\``,
)
await writeFile(join(folder, 'parts.json'), JSON.stringify({ title: 'skjema' }))
await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))

const config = loadConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://www.eksempel.example' })
const app = createServer(config)
const site = await loadSite(folder, config.publicUrl)
registerPages(app, site)
answerUnknownPaths(app, notFoundPage(app, site))
await app.ready()
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const title = (body: string) => /<title>(.*?)<\/title>/.exec(body)?.[1]

test('a page is Norwegian unless the visitor has chosen English or is below /en', async () => {
  expect(title((await get('/')).body)).toBe('home no')
  expect(title((await get('/', { cookie: 'lang=no' })).body)).toBe('home no')
  expect(title((await get('/', { cookie: 'lang=english' })).body)).toBe('home no')
  expect(title((await get('/', { cookie: 'xlang=en' })).body)).toBe('home no')
  expect(title((await get('/', { cookie: 'a=b; lang=en; c=d' })).body)).toBe('home en')
  expect((await get('/', { cookie: 'lang=en' })).headers['content-language']).toBe('en')
  // Below /en regardless of the cookie.
  expect(title((await get('/en/', { cookie: 'lang=no' })).body)).toBe('home en')
  expect(title((await get('/en/tjenester?utm=x')).body)).toBe('services en')
})

test('a page has the public URL and its own policy, is revalidated, and varies by cookie and encoding', async () => {
  const { headers, body } = await get('/tjenester')
  expect(body).toContain('href="https://www.eksempel.example/"')
  expect(body).not.toContain(originPlaceholder)
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers.vary).toBe('Accept-Encoding, Cookie')
  expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-servicesScript'")
  expect(headers['content-security-policy']).toContain("style-src 'sha256-servicesStyle'")
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  ['br;q=0, *;q=0', undefined],
  ['', undefined],
])('a client that accepts "%s" gets %s', async (accepted, expected) => {
  const answer = await get('/', { 'accept-encoding': accepted })
  expect(answer.headers['content-encoding']).toBe(expected)
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  const body = expected === 'br' || expected === 'gzip' ? unpack[expected](answer.rawPayload) : answer.rawPayload
  expect(title(body.toString())).toBe('home no')
})

test('concurrent requests for a page that is not compressed yet get the same response', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => get('/tjenester', { 'accept-encoding': 'br', cookie: 'lang=en' })),
  )
  expect(new Set(answers.map((answer) => answer.rawPayload.toString('hex'))).size).toBe(1)
})

test('answers 304 when the client has the current version', async () => {
  const first = await get('/', { 'accept-encoding': 'br' })
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^"[\w-]+-br"$/)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': known })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(etag)
    expect(again.headers.vary).toBe('Accept-Encoding, Cookie')
  }
  // Another encoding or language has another ETag.
  expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200)
  expect((await get('/', { 'accept-encoding': 'br', cookie: 'lang=en', 'if-none-match': etag })).statusCode).toBe(200)
})

test('HEAD answers like GET, without the body', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/' })
  const full = await get('/')
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
  expect(head.headers.etag).toBe(full.headers.etag)
  expect(head.headers['content-length']).toBe(full.headers['content-length'])
})

test('an asset with a digest in its name is immutable, and is sent as the build compressed it', async () => {
  const asset = await get('/assets/entry-abc123.js', { 'accept-encoding': 'gzip, br' })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  })
  expect(brotliDecompressSync(asset.rawPayload).toString()).toBe(script)
  // The build did not compress it with gzip.
  const plain = await get('/assets/entry-abc123.js', { 'accept-encoding': 'gzip' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(script)
})

test('an asset without a digest in its name is revalidated', async () => {
  const { headers, body } = await get('/robots.txt')
  expect(headers['cache-control']).toBe('no-cache')
  expect(body).toBe('User-agent: *')
})

test("the office's page is served on its own paths, with a new nonce each time, and is never cached", async () => {
  const nonceOf = (body: string) => /nonce="(.*?)"/.exec(body)?.[1]
  const [first, second] = [await get('/admin'), await get('/agreement-response/abc')]
  for (const answer of [first, second]) {
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonceOf(answer.body)}'`)
    expect(answer.headers['content-security-policy']).not.toContain('unsafe')
    expect(answer.headers.etag).toBeUndefined()
  }
  expect(nonceOf(first.body)).not.toBe(nonceOf(second.body))
  expect((await get('/admin/unknown')).statusCode).toBe(404)
  expect((await get('/agreement-response/')).statusCode).toBe(404)
})

test.each([
  '/agreement-response/Zk3vQ9/',
  '/agreement-response//Zk3vQ9',
  '/Agreement-Response/Zk3vQ9',
  '/%61greement-response/Zk3vQ9',
  '/%61greement-response/Zk3vQ9%zz',
  '/agreement%2Dresponse/Zk3vQ9.',
  '/en/agreement-response/Zk3vQ9',
  '/EN/agreement-response/Zk3vQ9/',
  '/agreement-response/Zk3vQ9/mer',
  `/agreement-response/${'x'.repeat(200)}`,
  '/webinar-registration/Zk3vQ9/',
  '/EN/Webinar-Registration/Zk3vQ9',
  '/webinar%2Dregistration/Zk3vQ9/mer',
])("serves the customer's page, which leaks its URL to no other host, at %s", async (url) => {
  const { body, headers } = await get(url, { accept: 'text/html' })
  expect(body).toContain('csp-nonce')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(headers['content-security-policy']).toContain("connect-src 'self'")
})

test.each(['/api/x', '/%61pi/x', '/API/x', '//api/x'])('keeps no answer below %s in a cache', async (url) => {
  const { headers } = await get(url)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
})

test('an unknown path is a page with status 404 in the right language', async () => {
  const norwegian = await get('/finnes-ikke')
  expect(norwegian.statusCode).toBe(404)
  expect(title(norwegian.body)).toBe('missing no')
  expect(norwegian.headers['content-security-policy']).toContain('missingScript')
  expect(title((await get('/finnes-ikke', { cookie: 'lang=en' })).body)).toBe('missing en')
  expect(title((await get('/en/nowhere')).body)).toBe('missing en')
  const again = await get('/finnes-ikke', { 'if-none-match': String(norwegian.headers.etag) })
  expect(again.statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404)
})

test.each([
  ['/tjenester/?a=1', '/tjenester?a=1'],
  ['/en', '/en/'],
  ['/Tjenester', '/tjenester'],
  ['/EN/TJENESTER/?a=B', '/en/tjenester?a=B'],
  ['/EN', '/en/'],
  ['/Admin', '/admin'],
])('redirects a path with an extra or missing slash or capital letters: %s to %s', async (url, location) => {
  expect((await get(url)).headers.location).toBe(location)
})

test('redirects no path to another site, and no form', async () => {
  for (const url of ['//www.annen.example/', '//www.annen.example']) expect((await get(url)).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/Tjenester' })).statusCode).toBe(404)
})

describe('a path that cannot be decoded', () => {
  test.each(['/%zz', '/om-oss/%', '/bl%E5b%E6r', '/100%', '/%c0%80', '/assets/%E5.js', '/%FF%FE?q=%'])(
    'is the 404 page: %s',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(title(answer.body)).toBe('missing no')
      expect(answer.headers['content-security-policy']).toContain('missingScript')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(title((await get(url, { cookie: 'lang=en' })).body)).toBe('missing en')
      expect(title((await get(`/en${url}`)).body)).toBe('missing en')
      const head = await app.inject({ method: 'HEAD', url })
      expect({ status: head.statusCode, body: head.body }).toEqual({ status: 404, body: '' })
    },
  )
  test('is JSON below /api', async () => {
    const answer = await get('/api/%zz', { accept: 'text/html' })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'Forespørselen er ikke gyldig.' }])
  })
})

describe('a language chosen without scripts', () => {
  const cookie = (language: string) => `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`

  test.each([
    ['/?lang=en', '/en/', 'en'],
    ['/tjenester?lang=en', '/en/tjenester', 'en'],
    ['/tjenester?utm_source=brev&lang=en&ref=a%20b', '/en/tjenester?utm_source=brev&ref=a+b', 'en'],
    ['/en/tjenester?lang=no', '/tjenester', 'no'],
    ['/en/?lang=no', '/', 'no'],
    ['/tjenester?lang=no', '/tjenester', 'no'],
    ['/finnes-ikke?lang=en', '/en/finnes-ikke', 'en'],
  ])('%s redirects to %s and stores the choice', async (url, location, language) => {
    const answer = await get(url, { cookie: 'lang=en' })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers).toMatchObject({ location, 'set-cookie': cookie(language), 'cache-control': 'no-store' })
  })

  test('is ignored if unknown', async () => {
    for (const url of ['/tjenester?lang=de', '/tjenester?lang=', '/tjenester?lang=EN']) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
    expect((await get('/robots.txt?lang=en')).statusCode).toBe(200)
    expect((await get('/admin?lang=en')).statusCode).toBe(200)
    expect((await get('/assets/missing.js?lang=de')).statusCode).toBe(404)
  })

  test('never redirects to another site', async () => {
    for (const path of [
      '//www.annen.example',
      '/en//www.annen.example',
      '/en/\\\\www.annen.example',
      '/\\www.annen.example',
    ]) {
      const { location } = (await get(`${path}?lang=no`)).headers
      expect(new URL(String(location), 'https://www.eksempel.example').host).toBe('www.eksempel.example')
    }
  })

  test('is stored in a Secure cookie over https', async () => {
    const behindProxy = createServer(loadConfig({ LOG_LEVEL: 'silent', TRUST_PROXY: 'true' }))
    registerPages(behindProxy, site)
    const { headers } = await behindProxy.inject({ url: '/?lang=en', headers: { 'x-forwarded-proto': 'https' } })
    expect(headers['set-cookie']).toBe(`${cookie('en')}; Secure`)
    await behindProxy.close()
  })
})

test('renders the home page with a refused form, under a policy of its own', async () => {
  const refused = { values: { name: 'Kari' }, problems: {}, result: { kind: 'missing' } } as const
  const { resource, headers } = await site.refusedForm('en', refused)
  expect(resource.plain.toString()).toBe(`<title>home en skjema</title>https://www.eksempel.example Kari`)
  expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-form='")
  expect(headers['cache-control']).toBe('no-store')
})

test('draws the page for unknown links once, and at most eight pages of visitors at a time', async () => {
  const unknown = { kind: 'agreement', shown: null } as const
  expect([await site.plain(unknown), await site.plain(unknown)]).toEqual(['unknown 1', 'unknown 1'])
  const refused = { values: {}, problems: {}, result: { kind: 'missing' } } as const
  const drawn = await Promise.allSettled(Array.from({ length: 10 }, () => site.refusedForm('no', refused)))
  expect(drawn.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  expect(drawn.at(-1)).toMatchObject({ reason: { statusCode: 503 } })
})

test('without a web build, fails with instructions in one sentence', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'kontor-empty-'))
  await expect(loadSite(empty, '')).rejects.toThrow(
    `The web part in ${empty} is not built. Build it with: npm run build`,
  )
  await writeFile(join(empty, 'manifest.json'), '{"pages": 1}')
  await expect(loadSite(empty, '')).rejects.toThrow('is damaged or of another version')
  await rm(empty, { recursive: true })
})

test('the policy allows other hosts only if the build lists them', async () => {
  const policy = async (path: string) => String((await app.inject(path)).headers['content-security-policy'])
  expect(await policy('/')).not.toContain('https:')
  const tagHosts = { script: ['https://tags.example'], connect: ['https://*.measure.example'], image: [] }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, tagHosts }))
  const withTags = await loadSite(folder, config.publicUrl)
  const opened = withTags.current().notFound.no.headers['content-security-policy']
  expect(opened).toMatch(/script-src 'self' 'sha256-missingScript' https:\/\/tags\.example;/)
  expect(opened).toContain("connect-src 'self' https://*.measure.example;")
  expect(opened).toContain("img-src 'self' data:;")
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
})
