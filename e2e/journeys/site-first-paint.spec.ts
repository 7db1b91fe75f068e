import type { Page } from '@playwright/test'
import { serveInPieces } from '../harness/in-pieces.ts'
import { policyOf, recordPolicyViolations } from '../harness/policy.ts'
import { chooseLanguage, contactForm, isHydrated, labels } from '../harness/site.ts'
import { expect, paintedTest, test } from '../harness/test.ts'

const typeface = 'html.typeface'

/** Times of first paint and of the requests for typeface and scripts, in milliseconds. */
const timings = (page: Page) =>
  page.evaluate(() => {
    const requestTimes = (ending: string) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith(ending))
        .map(({ startTime }) => startTime)
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      typeface: requestTimes('.woff2')[0] ?? Number.NaN,
      scripts: requestTimes('.js'),
    }
  })

const waitForFirstPaint = (page: Page) => expect.poll(async () => (await timings(page)).painted).toBeGreaterThan(0)

/** URL of the largest thing painted so far, empty for a text. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new PerformanceObserver((list) => resolve(String(list.getEntries().at(-1)?.toJSON().url))).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

paintedTest('the first visit paints before it requests typeface or scripts, and runs no script', async ({ page }) => {
  const readViolations = await recordPolicyViolations(page)
  expect(policyOf(await page.goto('/'))).not.toContain('unsafe-inline')
  await expect(page.locator(typeface)).toBeAttached()
  expect(await page.evaluate(() => document.fonts.check('1em "Schibsted Grotesk"'))).toBe(true)
  await expect.poll(async () => (await timings(page)).scripts.length).toBeGreaterThan(0)
  await expect(page.locator('link[rel="manifest"]')).toBeAttached()
  const first = await timings(page)
  expect(first.typeface).toBeGreaterThan(first.painted)
  expect(Math.min(...first.scripts)).toBeGreaterThan(first.painted)
  // The scripts are preloaded by now, but none has run.
  expect(await isHydrated(page)).toBe(false)

  await test.step('the first move runs scripts that the policy allows', async () => {
    await page.mouse.wheel(0, 400)
    await expect.poll(() => isHydrated(page)).toBe(true)
    expect(await readViolations()).toEqual([])
  })

  await test.step('the next page has the typeface from the start', async () => {
    await page.getByRole('link', { name: 'Personvern' }).first().click()
    await page.waitForURL('/personvern')
    await waitForFirstPaint(page)
    await expect.poll(async () => (await timings(page)).typeface).toBeGreaterThan(0)
    const next = await timings(page)
    expect(next.typeface).toBeLessThan(next.painted)
  })
})

test('on a phone, the map is the only early image and the largest element', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.woff2'))
  await page.route('**/*.woff2', (route) => route.abort())
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto('/')
  for (const image of await page.locator('#hero img, picture + img').all())
    await expect
      .poll(() => image.evaluate((element) => 'naturalWidth' in element && element.naturalWidth))
      .toBeGreaterThan(0)
  await waitForFirstPaint(page)
  const isEarly = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const images = performance.getEntriesByType('resource').filter(({ name }) => name.includes('.svg'))
    return Object.fromEntries(
      images.map(({ name, startTime }) => [/assets\/(.+)-.{8}\.svg/.exec(name)?.[1], startTime < painted]),
    )
  })
  expect(isEarly).toMatchObject({ 'fjord-narrow': true, 'fjord-thread': false, 'round-no': false })
  expect(Object.values(isEarly).filter(Boolean)).toHaveLength(1)
  // A loaded image may not be painted yet. The thread fills the same box: whichever paints first counts.
  await expect.poll(() => largestPaint(page)).toMatch(/fjord-(narrow|thread)/)

  await test.step('without its typeface the page stays whole', async () => {
    await failed
    await page.setViewportSize({ width: 1280, height: 900 })
    await chooseLanguage(page, 'en')
    await expect(page.getByRole('heading', { name: 'Your digital development partner' })).toBeVisible()
    expect(await page.evaluate(() => document.fonts.check('1em "Schibsted Grotesk"'))).toBe(false)
  })
})

const waitForPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

const intents: Record<string, (page: Page) => Promise<unknown>> = {
  'a mouse move': (page) => page.mouse.move(200, 300, { steps: 3 }),
  'a key': (page) => page.keyboard.press('Tab'),
  'scrolling by other means': (page) => page.evaluate(() => scrollTo(0, 300)),
  'focus in a field': (page) => contactForm(page).getByLabel(labels.no.name).focus(),
  'a touch': (page) => page.touchscreen.tap(200, 300),
}

paintedTest.describe('on a device with mouse and touch', () => {
  paintedTest.use({ hasTouch: true })

  paintedTest(
    'the scripts lie ready and run at the first mouse move, key, scroll, focus or touch',
    async ({ page: first }) => {
      const context = first.context()
      // Replaces the islands, which other tests hydrate.
      const body = "export const start = () => document.documentElement.setAttribute('data-started', '')"
      await context.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
      for (const [what, act] of Object.entries(intents)) {
        // A new page: the previous pointer position would trigger a move at once.
        const page = await context.newPage()
        await page.goto('/')
        await expect(page.locator('head link[rel="modulepreload"]')).not.toHaveCount(0)
        const started = page.locator('html[data-started]')
        await expect(started, what).not.toBeAttached()
        await act(page)
        await expect(started, what).toBeAttached()
        await page.close()
      }
    },
  )
})

const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']

/** Lighthouse shows 0 for shifts this small, such as a menu entry growing by a pixel. */
const negligibleShift = 0.0005

/** The limit of a good score (https://web.dev/articles/cls): a centred text moves a little when its last lines arrive. */
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

paintedTest('nothing moves on a phone or a desk when the typeface comes late', async ({ page }) => {
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

  // From now on the typeface is cached; adding the class late simulates a slow one.
  const setTypeface = (isOn: boolean) =>
    page.evaluate((force) => document.documentElement.classList.toggle('typeface', force), isOn)
  const inEitherLanguage = paths.map((path, index) => (index % 2 === 0 ? `/en${path}` : path))
  for (const path of ['/', ...inEitherLanguage]) {
    if (path !== '/') await page.goto(path, { waitUntil: 'domcontentloaded' })
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
    for (const path of device === 'a desk' ? paths : ['/']) {
      const html = Buffer.from(await (await fetch(kontor.url + path)).arrayBuffer())
      const main = html.indexOf('<main')
      // After the first parts of the page, since content below the fold can't move visible content.
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
