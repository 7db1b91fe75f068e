import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { cookieBanner } from '../harness/cookies.ts'
import { chooseLanguage, isHydrated } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const typeface = 'html.typeface'

/** When the page was painted, and when its typeface was asked for; milliseconds. */
const paintAndTypeface = (page: Page) =>
  page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    asked:
      performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))?.startTime ?? Number.NaN,
  }))

test('who comes for the first time reads the page before the typeface is asked for, and then in the typeface', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator(typeface)).toBeAttached()
  const { painted, asked } = await paintAndTypeface(page)
  expect(asked).toBeGreaterThan(painted)
  expect(await page.evaluate(() => document.fonts.check('1em "Schibsted Grotesk"'))).toBe(true)
})

test('from page to page the typeface is there from the start', async ({ page }) => {
  await page.goto('/om-oss')
  await expect(page.locator(typeface)).toBeAttached()
  await page.getByRole('link', { name: 'Personvern' }).first().click()
  await page.waitForURL('/personvern')
  await expect.poll(async () => (await paintAndTypeface(page)).painted).toBeGreaterThan(0)
  const { painted, asked } = await paintAndTypeface(page)
  expect(asked).toBeLessThan(painted)
})

test('without a typeface the page stays whole in a local font', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/')
  await expect(page.locator(typeface)).not.toBeAttached()
  await chooseLanguage(page, 'en')
  await expect(page.getByRole('heading', { name: 'Your digital development partner' })).toBeVisible()
})

test('the cookie banner is there at the first paint, without a script of the page, and moves nothing', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifted = { total: 0 }
    Object.assign(window, { shifted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifted.total += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(cookieBanner(page)).toBeInViewport()
  await expectAccessible(page)
  expect(await isHydrated(page)).toBe(false)
  // The typeface comes after the first paint, and its letters are next to nothing wider or narrower.
  const moved = await page.evaluate(() => ('shifted' in window ? window.shifted : undefined))
  expect(moved).toEqual({ total: expect.closeTo(0, 3) })
})
