import type { Page } from '@playwright/test'
import { expect, test } from '../harness/test.ts'

const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']

/** So small that Lighthouse writes 0: an entry of the menu that is a pixel wider than before. */
const nothing = 0.0005

/** What has moved on the page so far, where the typeface comes a second after the text was painted. */
const watchShifts = async (page: Page): Promise<() => Promise<number>> => {
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.addInitScript(() => {
    const moved = { total: 0 }
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) moved.total += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    await expect(page.locator('html.typeface')).toBeAttached()
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    return page.evaluate(() => ('moved' in window ? (window.moved as { total: number }).total : Number.NaN))
  }
}

for (const [device, width, height] of [
  ['a phone', 412, 823],
  ['a desk', 1440, 900],
] as const) {
  test(`nothing moves on ${device} when the typeface comes late`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const shifts = await watchShifts(page)
    const moved: Record<string, number> = {}
    for (const path of paths.flatMap((one) => [one, `/en${one}`])) {
      await page.goto(path)
      const total = await shifts()
      if (!(total < nothing)) moved[path] = total
    }
    expect(moved).toEqual({})
  })
}
