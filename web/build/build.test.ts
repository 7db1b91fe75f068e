import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { PublicAgreement } from '@kontor/contract/agreements/agreements.answers.schema'
import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { type SiteDocument, type SiteRenderer, siteManifestSchema } from '@kontor/contract/site/site.schema'
import { expect, test } from 'vitest'
import { officeDocuments } from '../src/office/paths.ts'
import { cspHash } from './document.ts'
import { classesOf } from './page-styles.ts'

// Reads web/dist, which `npm test` builds first.
const folder = fileURLToPath(new URL('../dist', import.meta.url))
const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')
const manifest = siteManifestSchema.parse(JSON.parse(await read('manifest.json')))
const documents = (): SiteDocument[] => [...manifest.pages.flatMap((page) => page.documents), ...manifest.notFound]
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?! type="application\/ld\+json")[^>]*>(.*?)<\/script>/gs)].map((match) => match[1] ?? '')
const hasIslands = (html: string) => html.includes('data-island=')
const inlineStyles = (html: string) => [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? '')

test('the manifest lists the hash of every inline script and style, and nothing else is inline', async () => {
  for (const document of documents()) {
    const html = await read(document.file)
    expect(inlineScripts(html).map(cspHash)).toEqual(document.scriptHashes)
    expect(inlineStyles(html).map(cspHash)).toEqual(document.styleHashes)
    expect(html).not.toMatch(/ style="/)
    expect(html).not.toMatch(/ on[a-z]+="/)
  }
})

test('pages reference no external script or style sheet, and their head script stays small', async () => {
  for (const { file } of documents()) {
    const html = await read(file)
    expect(html).not.toMatch(/<script[^>]+ src=/)
    expect(html).not.toContain('rel="modulepreload"')
    expect(html).not.toContain('rel="stylesheet"')
    const [headScript = ''] = inlineScripts(html)
    expect(brotliCompressSync(headScript).length).toBeLessThan(hasIslands(html) ? 3700 : 2800)
  }
})

test('every page may prefetch all other pages, in both languages, and nothing else', async () => {
  const paths = manifest.pages.map(({ path }) => path)
  for (const { path, documents } of manifest.pages) {
    for (const { file } of documents) {
      const [, rules = ''] = /<script type="speculationrules">(.*?)<\/script>/.exec(await read(file)) ?? []
      const others = paths.filter((other) => other !== path)
      expect(JSON.parse(rules)).toEqual({
        prefetch: [{ where: { href_matches: others.map((other) => `{/en}?${other}`) }, eagerness: 'moderate' }],
      })
    }
  }
})

test('a page inlines only the styles of its own markup and scripts', async () => {
  const styles = async (file: string) => inlineStyles(await read(file)).join('')
  const [home, privacy] = [await styles('pages/home.no.html'), await styles('pages/privacy.no.html')]
  expect(privacy.length).toBeLessThan(home.length)
  for (const { file } of documents()) {
    const html = await read(file)
    const own = await styles(file)
    const used = new Set(
      [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' ').filter(Boolean)),
    )
    const styled = classesOf(own)
    // Dialog styles, which only scripts use, stay too.
    const unstyled = [...used, 'toggle'].filter((name) => !styled.has(name.replace('&amp;', '&').replace('&gt;', '>')))
    expect(unstyled, file).toEqual([])
    expect(own.includes('.steps'), file).toBe(used.has('steps'))
  }
})

/** Bytes after Brotli. */
const compressedSize = async (file: string): Promise<number> =>
  brotliCompressSync(await readFile(join(folder, file))).length

/** The scripts that a page with islands loads; none is loaded on demand. */
const scriptsOf = async (html: string): Promise<string[]> => {
  const files = (/data-preload="([^"]*)"/.exec(html)?.[1] ?? '').split(' ').map((path) => path.slice(1))
  for (const file of files) expect(await read(file)).not.toMatch(/\bimport\(/)
  return files
}

test('the home page is at most 20 kB, its scripts 68 kB; other pages are 14 kB and load no script', async () => {
  for (const { file } of documents()) {
    const html = await read(file)
    const isHome = file.startsWith('pages/home.')
    expect(hasIslands(html), file).toBe(isHome)
    expect(await compressedSize(file), file).toBeLessThan(isHome ? 20_000 : 14_000)
    if (!isHome) expect(html, file).not.toContain('.js"')
  }
  const scripts = await scriptsOf(await read('pages/home.no.html'))
  const sizes = await Promise.all(scripts.map(compressedSize))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(68_000)
})

test('the logins send at most 230 kB (the panel) and 160 kB (leads) of scripts', async () => {
  const limits = { '/admin': 230_000, '/admin/settings': 230_000, '/login': 160_000 }
  for (const [path, limit] of Object.entries(limits)) {
    const { file = '' } = manifest.office.find((page) => page.path === path) ?? {}
    const scripts = new Set(Array.from((await read(file)).matchAll(/"\/([^"]*\.js)"/g), ([, script = '']) => script))
    const sizes = await Promise.all([...scripts].map(async (script) => (await stat(join(folder, `${script}.br`))).size))
    expect(sizes.length, path).toBeGreaterThan(2)
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThan(limit)
  }
})

test("the site's scripts contain none of the office's libraries", async () => {
  for (const file of await scriptsOf(await read('pages/home.no.html')))
    expect(await read(file)).not.toMatch(/ZodError|useFormContext|QueryClient|createBrowserRouter/)
})

test('every asset that a page references is served, and compressed where that helps', async () => {
  const paths = new Set(manifest.assets.map((asset) => asset.path))
  for (const { file } of documents()) {
    for (const match of (await read(file)).matchAll(/"(\/assets\/[^"\s#]+)["#]/g)) expect(paths).toContain(match[1])
  }
  for (const asset of manifest.assets.filter(({ file }) => /\.(?:js|css)$/.test(file))) {
    const size = (await stat(join(folder, asset.file))).size
    if (size > 3000) expect((await stat(join(folder, `${asset.file}.br`))).size).toBeLessThan(size / 2)
  }
})

test('the build removes its work files, and assets have a hash in their name', async () => {
  // `.sources` is the stamp of the sources, beside the build's own files.
  const files = (await readdir(folder)).filter((name) => name !== '.sources')
  expect(files.sort()).toEqual(['assets', 'manifest.json', 'pages', 'public', 'renderer'])
  for (const { path, immutable } of manifest.assets) expect(immutable).toBe(path.startsWith('/assets/'))
  for (const { path } of manifest.assets.filter((asset) => asset.immutable)) expect(path).toMatch(/-[\w-]{8}\.\w+$/)
})

test("the office's pages have a nonce placeholder and no inline script", async () => {
  for (const { file } of manifest.office) {
    const html = await read(file)
    expect(html).toContain('nonce="__CSP_NONCE__"')
    expect(inlineScripts(html).filter((script) => script !== '')).toEqual([])
  }
  expect(manifest.office.map(({ path }) => path)).toEqual(officeDocuments.map(({ path }) => path))
})

test('only the customer’s page leads to a plain document where there are no scripts', async () => {
  for (const { path, file } of manifest.office) {
    const refresh = '<noscript><meta http-equiv="refresh" content="0;url=?plain"></noscript>'
    expect((await read(file)).includes(refresh), path).toBe(path.includes('agreement-response'))
  }
})

const amounts = { totalAmount: 200_000, vatAmount: 50_000 }
const view: PublicAgreement = {
  agreement: {
    ...amounts,
    title: 'Kvalitetssystem <ISO 9001>',
    reference: 'A-2026-0007',
    language: 'no',
    verification: 'link',
    sentAt: '2026-03-24T09:00:00.000Z',
    status: 'sent',
    description: 'Et felles system.',
    validUntil: '2026-06-30',
    expired: false,
    respondedAt: null,
    customerResponse: null,
    respondedBy: null,
    answerChannel: null,
    evidence: null,
    evidenceNumber: null,
    linkSentTo: 'kari@kunde.example',
    eid: false,
  },
  seller: {
    name: 'Fjord AS',
    organizationNumber: '974760673',
    address: 'Storgata 1, 0001 Oslo',
    email: 'post@fjord.example',
    phone: '+47 12 34 56 78',
    responsible: { name: 'Ola Nordmann', phone: null, email: 'ola@fjord.example' },
  },
  customer: { name: 'Blåbær & sønner AS', organizationNumber: null, address: null, postCode: null, city: 'Ås' },
  contactPerson: null,
  products: [
    { description: 'Timer', productId: null, quantity: 2, unitPrice: 100_000, vatRate: 25, totalPrice: 200_000 },
  ],
  conditions: [{ name: 'Betaling', content: '30 dager', customContent: null }],
}

test('renders an agreement without scripts: parties, lines, sums, conditions and the PDF', async () => {
  const renderer: SiteRenderer = await import(pathToFileURL(join(folder, manifest.renderer.module)).href)
  const parts: unknown = JSON.parse(await read(manifest.renderer.parts))
  const render = (shown: PublicAgreement | null) => {
    const linked = shown && { view: shown, pdf: '/api/agreement-response/x/pdf' }
    return renderer.renderPlain({ kind: 'agreement', shown: linked }, deliveredCompany, parts)
  }
  const html = render(view)
  expect(html).not.toMatch(/<script|<form|<button| style="| on[a-z]+="/)
  for (const [, address = ''] of html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g))
    expect(manifest.assets.map(({ path }) => path)).toContain(address)
  expect(html).toContain('<html lang="nb"')
  expect(html).toContain('<title>Kvalitetssystem &lt;ISO 9001&gt; · Eksempel</title>')
  const text = html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')
  for (const part of [
    'Fjord AS',
    'Ansvarlig: Ola Nordmann',
    'Blåbær &amp; sønner AS',
    'A-2026-0007',
    'Gyldig til og med30. juni 2026',
    'Et felles system.',
    'Timer',
    'MVA 25 %500,00 kr',
    'Total ink. mva2 500,00 kr',
    '30 dager',
    'slå på JavaScript',
  ])
    expect(text).toContain(part)
  for (const address of ['/api/agreement-response/x/pdf', 'tel:+4712345678', 'mailto:ola@fjord.example'])
    expect(html).toContain(`href="${address}"`)
  expect(render({ ...view, agreement: { ...view.agreement, language: 'en' } })).toContain('Total incl. VAT')
  expect(render(null)).toContain('Avtale ikke funnet')
})

test("each office page preloads its own screen's code and no other's", async () => {
  const scriptsOf = async (path: string): Promise<string> => {
    const html = await read(manifest.office.find((page) => page.path === path)?.file ?? '')
    const names = [...html.matchAll(/(?:href|src)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
    return (await Promise.all(names.map(read))).join('\n')
  }
  const marks = {
    '/login': 'Leads Login',
    '/leads': 'Vis som tavle',
    '/agreement-response/{token}': 'Avtale ikke funnet',
  }
  for (const path of Object.keys(marks)) {
    const scripts = await scriptsOf(path)
    for (const [owner, mark] of Object.entries(marks))
      expect(scripts.includes(mark), `${mark} at ${path}`).toBe(owner === path)
  }
})
