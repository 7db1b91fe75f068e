import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { chooseLanguage, isHydrated } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const pages = [
  { path: '/', no: 'Mindre papirarbeid. Mer tid til faget.', en: 'Less paperwork. More time for the real work.' },
  {
    path: '/om-oss',
    no: 'Vi har ryddet i andres papirer siden 2014.',
    en: 'Tidying other people’s papers since 2014.',
  },
  { path: '/produkter', no: 'Verktøy som tåler en arbeidsdag.', en: 'Tools that stand up to a working day.' },
  {
    path: '/tjenester',
    no: 'Råd fra folk som blir til det virker.',
    en: 'Advice from people who stay until it works.',
  },
  { path: '/skreddersom', no: 'Når ingen hyllevare passer.', en: 'When nothing off the shelf fits.' },
  { path: '/kontakt', no: 'Et menneske tar telefonen.', en: 'A person answers the phone.' },
  { path: '/personvern', no: 'Personvernerklæring', en: 'Privacy statement' },
  {
    path: '/transparency',
    no: 'Åpenhetsloven, uten regnearket.',
    en: 'The Transparency Act, without the spreadsheet.',
  },
] as const

const variants = pages.flatMap(({ path, ...titles }) => [
  { path, language: 'no', title: titles.no },
  { path: `/en${path}`, language: 'en', title: titles.en },
])

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

for (const { path, language, title } of variants) {
  test(`${path} is whole, says so to search engines, fits a phone, and axe likes it`, async ({ page, kontor }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title, { useInnerText: true })
    await expect(page).toHaveTitle(/Eksempel AS/)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^.{80,200}$/)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'index, follow')
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new URL(path, kontor.url).href)
    await expect(page.locator('link[rel="alternate"]')).toHaveCount(3)
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await page.request.get(image ?? '')).headers()['content-type']).toBe('image/jpeg')
    await expectAccessible(page)
    for (const width of [320, 768, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await widthOf(page)).toBeLessThanOrEqual(width)
    }
    await page.locator('summary').first().click()
    await expectAccessible(page)
  })
}

test('the sections of the home page stand in their order', async ({ page }) => {
  await page.goto('/')
  const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id))
  expect(ids).toEqual(['hero', 'intro', 'products', 'services', 'about', 'webinar-registration', 'contact'])
  await expect(page.locator('#products article')).toHaveCount(3)
  await expect(page.locator('#services li')).toHaveCount(5)
  await expect(page.locator('#about ol > li')).toHaveCount(4)
  await expect(page.locator('#contact h4')).toHaveText([
    'Kari Nordmann',
    'Ola Nordmann',
    'Lise Nordmann',
    'Per Nordmann',
  ])
})

test('the privacy statement has eleven sections, a table of cookies and its date', async ({ page }) => {
  await page.goto('/personvern')
  await expect(page.locator('main section')).toHaveCount(11)
  await expect(page.getByText('Sist oppdatert 30.07.2024')).toBeVisible()
  for (const row of [/cookieConsent.*6 måneder/s, /_ga.*2 år/s, /_gid.*24 timer/s, /lang.*12 måneder/s]) {
    await expect(page.getByRole('row', { name: row })).toBeVisible()
  }
  await expect(page.getByText('Henvendelser lagres i inntil 12 måneder.')).toBeVisible()
})

test('/transparency has five features, five steps in order, and says when it answers', async ({ page }) => {
  await page.goto('/transparency')
  await expect(page.locator('main article')).toHaveCount(5)
  await expect(page.locator('main ol > li h3')).toHaveText([
    'Registrering',
    'Undersøkelser',
    'Risikovurdering',
    'Tiltak',
    'Rapportering',
  ])
  await expect(page.getByRole('heading', { name: 'Risikoskår med 5 faktorer' })).toBeVisible()
  await expect(page.locator('#contact')).toContainText('innen 24 timer')
})

test('an entry of the menu leads to its section, from any page, clear of the header', async ({ page }) => {
  await page.goto('/om-oss')
  const menu = page.getByRole('navigation', { name: 'Hovedmeny' })
  await menu.getByRole('link', { name: 'Tjenester' }).click()
  await expect(page).toHaveURL('/#services')
  await expect(page.locator('#services')).toBeInViewport()
  await menu.getByRole('link', { name: 'Om oss' }).click()
  await expect(page).toHaveURL('/#about')
  await expect
    .poll(() =>
      page
        .locator('#about h2')
        .boundingBox()
        .then((box) => box?.y),
    )
    .toBeLessThan(500)
  const header = await page.getByRole('banner').boundingBox()
  const heading = await page.locator('#about h2').boundingBox()
  expect(heading?.y).toBeGreaterThan(header?.height ?? Number.NaN)
})

test('at four times the size what gets the focus is seen, between the header and the banner', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const subject = page.locator('#contact-subject')
  await subject.focus()
  const isSeen = () =>
    subject.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === element
    })
  await expect.poll(isSeen).toBe(true)
  const header = await page.getByRole('banner').boundingBox()
  expect(header?.y).toBeLessThan(-100)
})

test('the courses and the terms lead nowhere, and say so', async ({ page }) => {
  await page.goto('/')
  for (const name of [/^Kurs Kommer snart$/, /^Vilkår \(kommer snart\)$/]) {
    const link = page.getByRole('link', { name }).filter({ visible: true })
    await expect(link).toHaveAttribute('aria-disabled', 'true')
    expect(await link.getAttribute('href')).toBeNull()
  }
})

test('the narrow menu works by keyboard, closes after a choice, by Escape and when it is left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/')
  const summary = page.locator('summary').first()
  const menu = page.locator('[data-menu]')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toHaveAttribute('open')
  await expect(menu.getByRole('link')).toHaveCount(8)
  await expect(menu.getByText('Book en demo')).toHaveAttribute('lang', 'no')
  await expect(menu.getByRole('button', { name: 'NO', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).not.toHaveAttribute('open')
  await expect(summary).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/en/#products')
  await expect(menu).not.toHaveAttribute('open')
  await summary.click()
  await page.mouse.click(195, 830)
  await expect(menu).not.toHaveAttribute('open')
})

test('the narrow menu opens, leads and closes before any script is there', async ({ page }) => {
  await page.route('**/assets/*.js', () => {})
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.locator('summary').first().click()
  await page.locator('[data-menu]').getByRole('link', { name: 'Kontakt' }).click()
  await expect(page).toHaveURL('/#contact')
  await expect(page.locator('[data-menu]')).not.toHaveAttribute('open')
  expect(await isHydrated(page)).toBe(false)
})

test('what leads to others opens in a new tab without a way back, and says so', async ({ page }) => {
  for (const { path } of pages) {
    await page.goto(path)
    const links = await page.locator('a[href^="http"]').evaluateAll((all) =>
      all.map((link) => ({
        host: link instanceof HTMLAnchorElement ? link.hostname : '',
        target: link.getAttribute('target'),
        rel: link.getAttribute('rel'),
        text: link.textContent,
      })),
    )
    expect(links.length).toBeGreaterThan(2)
    for (const { host, target, rel, text } of links) {
      expect(host).toMatch(/\.example$/)
      expect({ target, rel, text }).toEqual({
        target: '_blank',
        rel: 'noopener',
        text: expect.stringContaining('åpnes i ny fane'),
      })
    }
  }
})

test('the language of every page changes at once: texts, title, language, links', async ({ page }) => {
  for (const { path, no, en } of pages.slice(1)) {
    await page.goto(path)
    await chooseLanguage(page, 'en')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Privacy', exact: true })).toHaveAttribute('href', '/en/personvern')
    await expect(page.getByRole('button', { name: 'EN', exact: true })).toBeFocused()
    await chooseLanguage(page, 'no')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(no)
    await expect(page.getByRole('link', { name: 'Personvern', exact: true })).toHaveAttribute('href', '/personvern')
  }
})

test('where the other language cannot be had the page stays as it is and says so', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.goto('/om-oss')
  await page.route('/en/om-oss', (route) => route.abort())
  await chooseLanguage(page, 'en')
  await expect(page.getByText('The language was not changed', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'no')
  await page.unrouteAll()
  await chooseLanguage(page, 'en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the structured data of every page is what it was', async ({ page, kontor }) => {
  const data: Record<string, unknown> = {}
  for (const { path } of variants) {
    const html = await (await page.request.get(path)).text()
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    data[path] = JSON.parse(json.replaceAll(kontor.url, 'https://kontor.example'))
  }
  expect(`${JSON.stringify(data, null, 2)}\n`).toMatchSnapshot('structured-data.json')
})

test('the map of the site names every page in both languages, and robots are kept out of the office', async ({
  request,
  kontor,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])
  expect(listed.toSorted()).toEqual(variants.map(({ path }) => new URL(path, kontor.url).href).toSorted())
  for (const { path } of variants) expect((await request.get(path)).status()).toBe(200)
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${new URL('/sitemap.xml', kontor.url).href}`)
  for (const path of ['/api/', '/admin', '/login', '/leads']) expect(robots).toContain(`Disallow: ${path}\n`)
})

test('the icons and the manifest that pages name are there', async ({ page, request }) => {
  await page.goto('/')
  const named = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(named).toHaveLength(4)
  for (const path of named) expect((await request.get(path)).status(), path).toBe(200)
})
