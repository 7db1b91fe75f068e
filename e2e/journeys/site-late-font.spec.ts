import type { Page } from '@playwright/test'
import { serveInPieces } from '../harness/in-pieces.ts'
import { expect, test } from '../harness/test.ts'

const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']

/** Small enough for Lighthouse to show 0: like a menu entry growing by a pixel. */
const negligibleShift = 0.0005

/** The most that counts as good (https://web.dev/articles/cls): a centred text moves a little when its last lines arrive. */
const goodShift = 0.1

/** Sums the layout shifts on each page. */
const watchShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let total = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) if ('value' in entry) total += Number(entry.value)
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      moved: () => {
        add(observer.takeRecords())
        return total
      },
    })
  })
}

const waitForPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

const readShifts = (page: Page): Promise<number> =>
  page.evaluate(() => ('moved' in window ? (window.moved as () => number)() : Number.NaN))

const waitForContentfulPaint = () =>
  new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })

const devices = [
  ['a phone', 412, 823],
  ['a desk', 1440, 900],
] as const

test('nothing moves on a phone or a desk when the typeface comes late', async ({ page }) => {
  await watchShifts(page)
  const shifts: Record<string, number> = {}
  const expectStill = async (what: string, changeTypeface: () => Promise<unknown>): Promise<void> => {
    await page.evaluate(waitForPaint)
    const before = await readShifts(page)
    await changeTypeface()
    await page.evaluate(waitForPaint)
    const total = (await readShifts(page)) - before
    if (!(total < negligibleShift)) shifts[what] = total
  }
  const isShown = page.locator('html.typeface')

  await test.step('on the first page, where it is requested after the first paint', async () => {
    const [requested, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/*.woff2', async (route) => {
      requested.resolve()
      await allowed.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await requested.promise
    await expect(isShown).not.toBeAttached()
    await expectStill('/', async () => {
      allowed.resolve()
      await expect(isShown).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
    })
    await page.unrouteAll()
  })

  // Everywhere else the typeface is cached; the class brings it late.
  const setTypeface = (isOn: boolean) =>
    page.evaluate((force) => document.documentElement.classList.toggle('typeface', force), isOn)
  const inEitherLanguage = paths.map((path, index) => (index % 2 === 0 ? `/en${path}` : path))
  for (const path of ['/', ...inEitherLanguage]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(isShown).toBeAttached()
    for (const [device, width, height] of devices) {
      await page.setViewportSize({ width, height })
      await setTypeface(false)
      await expectStill(`${path} on ${device}`, () => setTypeface(true))
    }
  }
  expect(shifts).toEqual({})
})

test('a document that arrives in pieces hardly moves what was already painted', async ({
  page,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/^request to another host: http:\/\/127\.0\.0\.1/)
  await watchShifts(page)
  const pieces = await serveInPieces(kontor.url)
  const shifts: Record<string, number> = {}
  for (const [device, width, height] of devices) {
    await page.setViewportSize({ width, height })
    // Columns can move each other; on a phone all pages are one column.
    for (const path of device === 'a desk' ? paths : ['/', '/om-oss', '/kontakt']) {
      const html = Buffer.from(await (await fetch(kontor.url + path)).arrayBuffer())
      const main = html.indexOf('<main')
      // After the first parts of the page: what is below the fold can't move what is seen.
      const ends = [...html.toString('latin1').matchAll(/<\/(?:p|h1|ul|section|picture)>/g)].map(({ index }) => index)
      const { release } = pieces.hold(path, ends.filter((end) => end > main).slice(0, 6))
      await page.goto(pieces.url + path, { waitUntil: 'commit' })
      await page.evaluate(waitForContentfulPaint)
      for (let piece = 0; piece < 6; piece += 1) {
        release()
        await page.evaluate(waitForPaint)
      }
      await page.waitForLoadState()
      await page.evaluate(waitForPaint)
      const total = await readShifts(page)
      if (!(total < goodShift)) shifts[`${path} on ${device}`] = total
    }
  }
  await pieces.close()
  expect(shifts).toEqual({})
})
