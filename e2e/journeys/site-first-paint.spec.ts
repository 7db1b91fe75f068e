import type { Page } from '@playwright/test'
import { policyOf, recordPolicyViolations } from '../harness/policy.ts'
import { chooseLanguage, isHydrated } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

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

test('the first visit paints before it asks for typeface or scripts, moves nothing and runs nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifted = { total: 0 }
    Object.assign(window, { shifted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifted.total += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const readViolations = await recordPolicyViolations(page)
  expect(policyOf(await page.goto('/'))).not.toContain('unsafe-inline')
  await expect(page.locator(typeface)).toBeAttached()
  expect(await page.evaluate(() => document.fonts.check('1em "Schibsted Grotesk"'))).toBe(true)
  await expect.poll(async () => (await timings(page)).scripts.length).toBeGreaterThan(0)
  await expect(page.locator('link[rel="manifest"]')).toBeAttached()
  const first = await timings(page)
  expect(first.typeface).toBeGreaterThan(first.painted)
  expect(Math.min(...first.scripts)).toBeGreaterThan(first.painted)
  // The typeface loads after the first paint; its metrics almost match the fallback's.
  const moved = await page.evaluate(() => ('shifted' in window ? window.shifted : undefined))
  expect(moved).toEqual({ total: expect.closeTo(0, 3) })
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

test('on a phone the map is the only image before the first paint and the largest thing on the screen', async ({
  page,
}) => {
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
})

test('without a typeface the page stays whole in a local font', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.woff2'))
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/')
  await failed
  await chooseLanguage(page, 'en')
  await expect(page.getByRole('heading', { name: 'Your digital development partner' })).toBeVisible()
  expect(await page.evaluate(() => document.fonts.check('1em "Schibsted Grotesk"'))).toBe(false)
})
