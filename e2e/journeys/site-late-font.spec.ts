import type { Page } from '@playwright/test'
import { serveInPieces } from '../harness/in-pieces.ts'
import { expect, test } from '../harness/test.ts'

const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']

/** Small enough for Lighthouse to show 0: like a menu entry growing by a pixel. */
const negligibleShift = 0.0005

/** The most that counts as good (https://web.dev/articles/cls): a centred text moves a little when its last lines arrive. */
const goodShift = 0.1

/** Delays the typeface; `deliver` waits for the request and lets it through. */
const holdTypeface = async (page: Page): Promise<{ deliver: () => Promise<void> }> => {
  let requested = Promise.withResolvers<() => void>()
  await page.route('**/*.woff2', async (route) => {
    const allowed = Promise.withResolvers<void>()
    requested.resolve(allowed.resolve)
    await allowed.promise
    await route.continue()
  })
  return {
    deliver: async () => {
      const allow = await requested.promise
      requested = Promise.withResolvers()
      allow()
    },
  }
}

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

for (const [device, width, height] of devices) {
  test(`nothing moves on ${device} when the typeface comes late`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const typeface = await holdTypeface(page)
    await watchShifts(page)
    const shifts: Record<string, number> = {}
    for (const path of paths.flatMap((one) => [one, `/en${one}`])) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      // The typeface is requested after the first paint, so the text now has the local font.
      await page.evaluate(waitForPaint)
      await expect(page.locator('html.typeface')).not.toBeAttached()
      const before = await readShifts(page)
      await typeface.deliver()
      await page.waitForLoadState()
      await expect(page.locator('html.typeface')).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(waitForPaint)
      const total = (await readShifts(page)) - before
      if (!(total < negligibleShift)) shifts[path] = total
    }
    expect(shifts).toEqual({})
  })
}

for (const [device, width, height] of devices) {
  test(`a document that arrives in pieces hardly moves on ${device} what was already painted`, async ({
    page,
    kontor,
    expectedErrors,
  }) => {
    expectedErrors.push(/^request to another host: http:\/\/127\.0\.0\.1/)
    await page.setViewportSize({ width, height })
    await watchShifts(page)
    const pieces = await serveInPieces(kontor.url)
    const shifts: Record<string, number> = {}
    for (const path of paths) {
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
      if (!(total < goodShift)) shifts[path] = total
    }
    await pieces.close()
    expect(shifts).toEqual({})
  })
}
