import type { Locator, Page } from '@playwright/test'
import { post } from '../harness/rows.ts'
import { expect, test } from '../harness/test.ts'
import { clearWebinars } from '../harness/webinars.ts'

const phone = { width: 390, height: 844 }

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('the home page has all its sections on ten screens of a phone, with three webinars', async ({ page, admin }) => {
  await clearWebinars(admin)
  const webinar = (day: number) => ({
    name: `Webinar nummer ${day}`,
    date: `2031-06-0${day}T08:00:00.000Z`,
    isActive: true,
  })
  await post(admin, '/api/webinars', [1, 2, 3].map(webinar))
  await page.setViewportSize(phone)
  for (const path of ['/', '/en/']) {
    await page.goto(path)
    await page.locator('#contact').scrollIntoViewIfNeeded()
    await expect(page.getByRole('radio')).toHaveCount(3)
    for (const id of ['hero', 'intro', 'products', 'services', 'about', 'webinar-registration', 'contact'])
      await expect(page.locator(`#${id}`)).toBeVisible()
    // Without the cookie banner, which is there only for the first visit.
    const height = await page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().bottom + scrollY)
    expect(height / phone.height, path).toBeLessThanOrEqual(10)
  }
  await clearWebinars(admin)
})

test('the first screen shows a piece of the tool, and the map has its sentence at its side', async ({ page }) => {
  for (const size of [
    phone,
    { width: 768, height: 1024 },
    { width: 1280, height: 900 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/')
    await expect(page.locator('html.painted')).toBeAttached()
    const tool = await boxOf(page.getByRole('img', { name: /Tegnet eksempel/ }))
    expect(tool.y + 200, `the tool at ${size.width}`).toBeLessThan(size.height)
    const sentence = await boxOf(page.getByText('Linjen på kartet går fra åpent hav til kai.'))
    const map = await boxOf(page.locator('picture img').first())
    expect(sentence.y, `below the map's top at ${size.width}`).toBeGreaterThan(map.y)
    expect(sentence.y, `at most a line below the map at ${size.width}`).toBeLessThan(map.y + map.height + 40)
  }
})

/** Pairs of the header's visible texts that touch each other. */
const overlapsInHeader = (page: Page): Promise<string[]> =>
  page.locator('header').evaluate((header) => {
    const walker = document.createTreeWalker(header, NodeFilter.SHOW_TEXT)
    const texts: { text: string; box: DOMRect }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const text = node.textContent?.trim() ?? ''
      const isShown = node.parentElement?.checkVisibility() && !node.parentElement.closest('.sr-only')
      if (text && isShown) texts.push({ text, box })
    }
    const touches = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return texts.flatMap(({ text, box }, index) =>
      texts
        .slice(index + 1)
        .filter((other) => touches(box, other.box))
        .map((other) => `${text} / ${other.text}`),
    )
  })

test('in the header no text covers another, and the demo can be booked from everywhere on a wide screen', async ({
  page,
}) => {
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/en/']) {
      await page.goto(path)
      // "Kurs" and its note are two lines of one entry, whose line boxes overlap, unlike their letters.
      const overlaps = (await overlapsInHeader(page)).filter((pair) => !/^(?:Kurs|Courses) \//.test(pair))
      expect(overlaps, `${path} at ${width}`).toEqual([])
      expect((await boxOf(page.getByRole('banner'))).height).toBeLessThan(90)
    }
    await page.locator('#contact').scrollIntoViewIfNeeded()
    await expect(page.getByRole('banner').getByRole('link', { name: /Book en demo/ })).toBeInViewport()
  }
})

/** Email addresses and numbers on the page that are broken over two lines. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const match of (node.textContent ?? '').matchAll(/\S+@\S+\.\w+|\+47 [\d ]+\d|999 999 999/g)) {
        if (!node.parentElement?.checkVisibility()) continue
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(match[0])
      }
    }
    return found
  })

test('email addresses and numbers stay on one line on phones', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of [
      '/',
      '/om-oss',
      '/kontakt',
      '/personvern',
      '/transparency',
      '/en/',
      '/en/kontakt',
      '/en/personvern',
    ]) {
      await page.goto(path)
      expect(await broken(page), `${path} at ${width}`).toEqual([])
    }
  }
})

test('on a tablet the drawings end where the page ends', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/om-oss')
  const lead = page.locator('main p').first()
  const quay = await boxOf(page.locator('main img').first())
  expect(quay.right).toBeGreaterThan(768 - 48)
  expect(quay.y, 'beside the lead').toBeLessThan((await boxOf(lead)).bottom)
  await page.goto('/produkter')
  const [drawing, title] = [await boxOf(page.locator('#tool img')), await boxOf(page.locator('#tool h2'))]
  expect(title.x, 'the text is beside the drawing').toBeGreaterThan(drawing.right)
})

test('a link to a section lands at its top by either name', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [path, section] of [
    ['/tjenester#miljosertifisering', '#environment'],
    ['/tjenester#environment', '#environment'],
    ['/tjenester#miljofyrtarn', '#eco-lighthouse'],
    ['/en/tjenester#iso-14001', '#iso-14001'],
    ['/personvern#rettigheter', '#rights'],
  ] as const) {
    await page.goto('/')
    await page.goto(path)
    await expect.poll(async () => (await boxOf(page.locator(section))).y, { message: path }).toBeLessThan(100)
    expect((await boxOf(page.locator(section))).y, path).toBeGreaterThan(60)
  }
})

test('long names and addresses of a company fit on every page', async ({ page, admin, kontor, request }) => {
  const delivered = await (await admin.get('/api/company')).json()
  const facts = {
    name: 'Fjordogfjellteknologiutvikling og Sønner Eiendomsforvaltning AS',
    shortName: 'Fjordogfjellteknologiutvikling',
    email: 'kundeservice@fjordogfjellteknologi.example',
    street: 'Kristian Magnus Falsens vei 123 B',
    city: 'Nordre Land kommunesenter',
    bookingUrl: null,
  }
  const home = async () => (await request.get(kontor.url)).text()
  expect((await admin.put('/api/company', { data: { ...delivered, ...facts } })).status()).toBe(200)
  await expect.poll(home).toContain(`<title>${facts.name}`)
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const name of [
      '',
      'om-oss',
      'produkter',
      'tjenester',
      'skreddersom',
      'kontakt',
      'personvern',
      'transparency',
    ]) {
      for (const path of [`/${name}`, `/en/${name}`]) {
        await page.goto(path)
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        expect.soft(scrollWidth, `${path} at ${width}`).toBeLessThanOrEqual(width)
        const { height } = await boxOf(page.getByRole('banner'))
        expect.soft(height, `the header of ${path} at ${width}`).toBeLessThan(90)
      }
    }
  }
  await kontor.sql('DELETE FROM company')
  await expect.poll(home).toContain(`<title>${delivered.name}`)
})
