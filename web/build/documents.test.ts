import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { languageTag, originPlaceholder } from '@kontor/contract/site/site.rules'
import { siteManifestSchema } from '@kontor/contract/site/site.schema'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { SiteParts } from './renderer.ts'

// Reads the documents in web/dist, which `npm test` builds first.
const file = (path: string): string => fileURLToPath(new URL(`../dist/${path}`, import.meta.url))
const read = (path: string): Promise<string> => readFile(file(path), 'utf8')
const manifest = siteManifestSchema.parse(JSON.parse(await read('manifest.json')))
const assets = manifest.assets.map(({ path }) => path)

const titles = [
  { path: '/', no: 'Mindre papirarbeid. Mer tid til faget.', en: 'Less paperwork. More time for the real work.' },
  {
    path: '/om-oss',
    no: 'Vi har ryddet i andres papirer siden 2014.',
    en: 'Making paperwork manageable since 2014.',
  },
  { path: '/produkter', no: 'Verktøy som tåler en arbeidsdag.', en: 'Tools that stand up to a working day.' },
  {
    path: '/tjenester',
    no: 'Råd fra folk som blir til det virker.',
    en: 'Advice from people who stay until it works.',
  },
  { path: '/skreddersom', no: 'Når ingen hyllevare passer.', en: 'When nothing off the shelf fits.' },
  { path: '/kontakt', no: 'Et menneske tar telefonen.', en: 'A real person answers the phone.' },
  { path: '/personvern', no: 'Personvernerklæring', en: 'Privacy statement' },
  {
    path: '/transparency',
    no: 'Åpenhetsloven, uten regnearket.',
    en: 'The Transparency Act, without the spreadsheet.',
  },
]

const documentOf = (path: string, language: 'no' | 'en' = 'no'): Promise<string> => {
  const documents = manifest.pages.find((page) => page.path === path)?.documents
  return read(documents?.find((document) => document.language === language)?.file ?? `no document for ${path}`)
}

const variants = await Promise.all(
  titles.flatMap(({ path, ...texts }) =>
    (['no', 'en'] as const).map(async (language) => {
      const address = language === 'en' ? `/en${path}` : path
      return { path, address, language, title: texts[language], html: await documentOf(path, language) }
    }),
  ),
)

/** The page's name in its `<title>`. */
const nameOf = (html: string): string => textOf(elements(html, 'title').join('')).split(' – ')[0] ?? ''
const textOf = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
/** The HTML of each element with this tag; doesn't support nesting. */
const elements = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'))].map(([element]) => element)
const tagsOf = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([tag]) => tag)
const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
const section = (html: string, id: string): string => {
  const start = html.indexOf(`<section id="${id}"`)
  return html.slice(start, html.indexOf('</section>', start))
}

test('the manifest has exactly the pages listed here', () => {
  expect(manifest.pages.map(({ path }) => path).toSorted()).toEqual(titles.map(({ path }) => path).toSorted())
})

test.each(variants)(
  '$address has its title, description, canonical and alternate URLs',
  ({ path, address, language, title, html }) => {
    expect(html).toContain(`<html lang="${languageTag[language]}">`)
    expect(elements(html, 'h1').map(textOf)).toEqual([title])
    expect(textOf(elements(html, 'title').join(''))).toContain('Eksempel AS')
    // Only pages that are about the same in both languages share a name.
    expect(variants.filter((variant) => variant.path !== path && nameOf(variant.html) === nameOf(html))).toEqual([])
    expect(html).toMatch(/<meta name="description" content="[^"]{80,200}">/)
    expect(html).toContain('<meta name="robots" content="index, follow">')
    expect(html).toContain(`<link rel="canonical" href="${originPlaceholder}${address}">`)
    const alternates = tagsOf(html, /<link rel="alternate"[^>]*>/g)
    expect(alternates.map((tag) => [attribute(tag, 'hreflang'), attribute(tag, 'href')])).toEqual([
      ['no', originPlaceholder + path],
      ['en', `${originPlaceholder}/en${path}`],
      ['x-default', originPlaceholder + path],
    ])
    expect(html).toContain(`<meta property="og:locale" content="${language === 'en' ? 'en_GB' : 'nb_NO'}">`)
  },
)

test('every page has a social image of its own: absolute, 1200 × 630 pixels, described by its title', async () => {
  const images = new Set<string>()
  for (const { title, html } of variants) {
    const property = (name: string) =>
      attribute(tagsOf(html, new RegExp(`<meta property="${name}"[^>]*>`, 'g')).join(''), 'content') ?? ''
    const image = property('og:image')
    expect(image.startsWith(originPlaceholder)).toBe(true)
    const asset = image.slice(originPlaceholder.length)
    expect(assets).toContain(asset)
    images.add(asset)
    expect([property('og:image:width'), property('og:image:height')]).toEqual(['1200', '630'])
    expect(property('og:image:alt')).toBe(`Eksempel AS: ${title}`)
    const { width, height, format } = await sharp(file(asset.slice(1))).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' })
  }
  expect(images.size).toBe(variants.length)
})

test('a renamed company keeps the images; a page with another heading has the general one', async () => {
  const { render }: typeof import('./renderer.ts') = await import(pathToFileURL(file(manifest.renderer.module)).href)
  const parts: SiteParts = JSON.parse(await read(manifest.renderer.parts))
  const texts = { no: { 'services.page.title': 'Råd som blir brukt.' }, en: {} }
  const { documents } = render({ company: { ...deliveredCompany, name: 'Fjord AS', shortName: 'Fjord' }, texts }, parts)
  const imageOf = (path: string) => {
    const html = documents.find((document) => document.path === path && document.language === 'no')?.html ?? ''
    return tagsOf(html, /<meta property="og:image(?::alt)?"[^>]*>/g).map((tag) => attribute(tag, 'content'))
  }
  expect(imageOf('/produkter')).toEqual([
    `${originPlaceholder}${parts.images.products?.no?.path}`,
    'Fjord AS: Verktøy som tåler en arbeidsdag.',
  ])
  expect(imageOf('/tjenester')).toEqual([`${originPlaceholder}/social.jpg`, 'Fjord AS'])
})

const company = {
  '@type': 'Organization',
  '@id': `${originPlaceholder}/#company`,
  name: 'Eksempel AS',
  url: `${originPlaceholder}/`,
  logo: `${originPlaceholder}/icon-512.png`,
  image: `${originPlaceholder}/social.jpg`,
  email: 'post@eksempel.example',
  telephone: '+47 12 34 56 78',
  iso6523Code: '0192:999999999',
  foundingDate: '2014',
  address: {
    '@type': 'PostalAddress',
    streetAddress: 'Storgata 1',
    postalCode: '0001',
    addressLocality: 'Eksempelby',
    addressCountry: 'NO',
  },
}

/** The parts that a page offers: the type, and how many. */
const offers: Readonly<Record<string, [type: string, count: number]>> = {
  '/produkter': ['SoftwareApplication', 3],
  '/tjenester': ['Service', 4],
  '/transparency': ['SoftwareApplication', 1],
}

test.each(variants)('$address describes the company, the way to the page and what it offers as data', (variant) => {
  const { path, address, language, html } = variant
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const item = (position: number, name: string, address: string) => ({
    ...{ '@type': 'ListItem', position, name, item: originPlaceholder + address },
  })
  const home = item(1, 'Eksempel AS', language === 'en' ? '/en/' : '/')
  const breadcrumbs = { '@type': 'BreadcrumbList', itemListElement: [home, item(2, nameOf(html), address)] }
  const about = [...(path === '/personvern' ? [] : [company]), ...(path === '/' ? [] : [breadcrumbs])]
  const data = JSON.parse(json)
  expect(data['@context']).toBe('https://schema.org')
  expect(data['@graph'].slice(0, about.length)).toEqual(about)

  const offered: Record<string, string>[] = data['@graph'].slice(about.length)
  const [type, count] = offers[path] ?? ['', 0]
  expect(offered).toHaveLength(count)
  const rest =
    type === 'Service' ? { areaServed: 'NO' } : { applicationCategory: 'BusinessApplication', operatingSystem: 'Web' }
  const text = textOf(html.slice(html.indexOf('<main')))
  for (const { name = '', description = '', url = '', ...facts } of offered) {
    expect(facts).toEqual({ '@type': type, provider: { '@id': company['@id'] }, ...rest })
    for (const said of [name, description]) expect(text).toContain(said)
    const [page, id] = url.split('#')
    if (page === originPlaceholder + address) expect(html).toContain(id ? ` id="${id}"` : name)
    else expect(html).toContain(` href="${url}"`)
  }
})

test('the home page has its sections in order, numbered beside the words of the menu', async () => {
  const html = await documentOf('/')
  const ids = tagsOf(html.slice(html.indexOf('<main')), /<section[^>]* id="[^"]*"/g).map((tag) => attribute(tag, 'id'))
  const numbered = {
    products: '02 Produkter',
    services: '03 Tjenester',
    about: '04 Om oss',
    'webinar-registration': '05 Webinarer',
    contact: '06 Kontakt',
  }
  expect(ids.filter((id) => id !== 'cookie-banner')).toEqual(['hero', 'intro', ...Object.keys(numbered)])
  for (const [id, word] of Object.entries(numbered)) expect(textOf(section(html, id)), id).toContain(word)
  expect(elements(section(html, 'products'), 'article')).toHaveLength(3)
  expect(tagsOf(section(html, 'services'), /<li[ >]/g)).toHaveLength(5)
  expect(tagsOf(elements(section(html, 'about'), 'ol').join(''), /<li[ >]/g)).toHaveLength(4)
  const people = ['Kari Nordmann', 'Ola Nordmann', 'Lise Nordmann', 'Per Nordmann']
  expect(elements(section(html, 'contact'), 'h4').map(textOf)).toEqual(people)
})

test('the privacy statement has eleven sections, a table of cookies, its date, and links what it names', async () => {
  for (const [language, authority] of [
    ['no', 'https://www.datatilsynet.no/'],
    ['en', 'https://www.datatilsynet.no/en/'],
  ] as const) {
    const html = elements(await documentOf('/personvern', language), 'main').join('')
    expect(tagsOf(html, /<section[ >]/g)).toHaveLength(11)
    const targets = elements(html, 'a').map((link) => attribute(link, 'href'))
    expect(targets).toContain(authority)
    expect(targets.filter((href) => href === 'mailto:post@eksempel.example')).toHaveLength(2)
    expect(targets).toContain('tel:+4712345678')
  }
  const html = elements(await documentOf('/personvern'), 'main').join('')
  expect(textOf(html)).toContain('Sist oppdatert 30.07.2024')
  expect(textOf(html)).toContain('Henvendelser lagres i inntil 12 måneder.')
  const rows = elements(html, 'tr').map(textOf)
  for (const row of [/cookieConsent.*6 måneder/, /_ga.*2 år/, /_gid.*24 timer/, /lang.*12 måneder/])
    expect(rows).toContainEqual(expect.stringMatching(row))
})

test('/transparency has five features, five steps in order, and a response time', async () => {
  const html = elements(await documentOf('/transparency'), 'main').join('')
  expect(elements(html, 'article')).toHaveLength(5)
  expect(elements(elements(html, 'ol').join(''), 'h3').map(textOf)).toEqual([
    'Registrering',
    'Undersøkelser',
    'Risikovurdering',
    'Tiltak',
    'Rapportering',
  ])
  expect(html).toMatch(/<h[2-6][^>]*>Risikoskår med 5 faktorer</)
  expect(textOf(section(html, 'contact'))).toContain('innen 24 timer')
})

test('the links to courses and terms are disabled and marked as coming soon', async () => {
  const links = elements(await documentOf('/'), 'a')
  for (const name of ['Kurs Kommer snart', 'Vilkår (kommer snart)']) {
    const found = links.filter((link) => textOf(link) === name)
    expect(found.length, name).toBeGreaterThan(0)
    for (const link of found) {
      expect(attribute(link, 'aria-disabled')).toBe('true')
      expect(attribute(link, 'href')).toBeUndefined()
    }
  }
})

test('external links open in a new tab without an opener, and announce it', () => {
  for (const { address, language, html } of variants) {
    const links = elements(html, 'a').filter((link) => /^http/.test(attribute(link, 'href') ?? ''))
    expect(links.length, address).toBeGreaterThan(2)
    for (const link of links) {
      expect(new URL(attribute(link, 'href') ?? '').hostname).toMatch(/\.example$|^www\.datatilsynet\.no$/)
      expect([attribute(link, 'target'), attribute(link, 'rel')]).toEqual(['_blank', 'noopener'])
      expect(textOf(link)).toContain(language === 'no' ? 'åpnes i ny fane' : 'opens in a new tab')
    }
  }
})

test('all links of a page stay in its language', () => {
  const languageSwitch = (tag: string) => attribute(tag, 'hreflang') !== undefined
  for (const { address, language, html } of variants) {
    const links = tagsOf(html.slice(html.indexOf('<body')), /<a [^>]*>/g).filter((tag) => !languageSwitch(tag))
    const inside = links.map((tag) => attribute(tag, 'href') ?? '#').filter((href) => href.startsWith('/'))
    expect(inside.length, address).toBeGreaterThan(5)
    for (const href of inside) expect(href.startsWith('/en/'), `${href} at ${address}`).toBe(language === 'en')
  }
})

test('the sitemap lists every page in both languages, and robots.txt disallows the office', async () => {
  const sitemap = await read('public/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])
  expect(listed.toSorted()).toEqual(variants.map(({ address }) => originPlaceholder + address).toSorted())
  const robots = await read('public/robots.txt')
  expect(robots).toContain(`Sitemap: ${originPlaceholder}/sitemap.xml`)
  for (const path of ['/api/', '/admin', '/login', '/leads']) expect(robots).toContain(`Disallow: ${path}\n`)
})

test('pages contain their icon, so that it delays no first paint; other icons and the manifest are built', async () => {
  const html = await documentOf('/')
  expect(html).toMatch(/<link rel="icon" href='data:image\/svg\+xml,<svg [^']*<\/svg>'>/)
  expect(html).not.toContain('rel="manifest"')
  expect(tagsOf(html, /<link rel="apple-touch-icon"[^>]*>/g).map((tag) => attribute(tag, 'href'))).toEqual([
    '/apple-touch-icon.png',
  ])
  for (const path of ['/apple-touch-icon.png', '/favicon.ico', '/favicon.svg', '/site.webmanifest']) {
    expect(assets).toContain(path)
  }
})

test('a page marks its own entry of the menu and stays on it', async () => {
  const own = {
    '/': '#toppen',
    '/om-oss': '/om-oss',
    '/produkter': '/produkter',
    '/tjenester': '/tjenester',
    '/kontakt': '/kontakt',
  }
  for (const [path, href] of Object.entries(own)) {
    const navigations = elements(await documentOf(path), 'nav').filter((nav) => nav.includes('Hovedmeny'))
    expect(navigations).toHaveLength(2)
    for (const nav of navigations) {
      const current = tagsOf(nav, /<a [^>]*aria-current[^>]*>/g)
      expect(current.map((tag) => [attribute(tag, 'aria-current'), attribute(tag, 'href')])).toEqual([['page', href]])
    }
  }
  expect(tagsOf(await documentOf('/personvern'), /<a [^>]*aria-current="page"[^>]*>/g)).toHaveLength(1)
})

test('every link to a section leads to one, by the names of its language', () => {
  const ids = new Map(
    variants.map(({ address, html }) => [
      address,
      tagsOf(html, /<[a-z][a-z0-9]* [^>]*id="[^"]*"/g).map((tag) => attribute(tag, 'id')),
    ]),
  )
  for (const { address, language, html } of variants) {
    for (const tag of tagsOf(html, /<a [^>]*href="[^"]*#[^"]*"/g)) {
      const [page = '', section = ''] = (attribute(tag, 'href') ?? '').split('#')
      expect(ids.get(page || address), `${section} at ${address}`).toContain(section)
      if (language === 'no') expect(['contact', 'products', 'services', 'about', 'environment']).not.toContain(section)
    }
  }
})

test('the sections keep the names that older links use, and the certificates have their own', async () => {
  for (const language of ['no', 'en'] as const) {
    const home = await documentOf('/', language)
    for (const id of ['contact', 'kontakt', 'services', 'tjenester', 'webinar-registration', 'webinarer'])
      expect(home).toContain(` id="${id}"`)
    const services = await documentOf('/tjenester', language)
    for (const id of ['environment', 'miljosertifisering', 'iso-14001', 'eco-lighthouse', 'miljofyrtarn'])
      expect(services).toContain(` id="${id}"`)
  }
})

test('each page that sells ends with a way to get in touch', async () => {
  for (const path of ['/om-oss', '/produkter', '/tjenester', '/skreddersom', '/transparency']) {
    const main = elements(await documentOf(path), 'main').join('')
    const last = main.slice(main.lastIndexOf('<section'))
    expect(last, path).toMatch(/href="(?:\/#kontakt|tel:|https:\/\/booking)/)
  }
})

test('the 404 page exists in both languages and is not indexed', async () => {
  for (const [language, title] of [
    ['no', 'Her slutter stien.'],
    ['en', 'The path ends here.'],
  ] as const) {
    const html = await read(manifest.notFound.find((document) => document.language === language)?.file ?? '')
    expect(html).toContain(`<html lang="${languageTag[language]}">`)
    expect(elements(html, 'h1').map(textOf)).toEqual([title])
    expect(html).toContain('<meta name="robots" content="noindex">')
  }
})
