import type { Page } from '@playwright/test'
import { expect, test } from '../harness/test.ts'

const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']

/** So small that Lighthouse writes 0: an entry of the menu that is a pixel wider than before. */
const nothing = 0.0005

/** Keeps the typeface back; `deliver` lets it through once it has been asked for. */
const holdTypeface = async (page: Page): Promise<{ deliver: () => Promise<void> }> => {
  let asked = Promise.withResolvers<() => void>()
  await page.route('**/*.woff2', async (route) => {
    const allowed = Promise.withResolvers<void>()
    asked.resolve(allowed.resolve)
    await allowed.promise
    await route.continue()
  })
  return {
    deliver: async () => {
      const allow = await asked.promise
      asked = Promise.withResolvers()
      allow()
    },
  }
}

/** Adds up what moves on each page. */
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

const framePainted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

const moved = (page: Page): Promise<number> =>
  page.evaluate(() => ('moved' in window ? (window.moved as () => number)() : Number.NaN))

for (const [device, width, height] of [
  ['a phone', 412, 823],
  ['a desk', 1440, 900],
] as const) {
  test(`nothing moves on ${device} when the typeface comes late`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const typeface = await holdTypeface(page)
    await watchShifts(page)
    const shifts: Record<string, number> = {}
    for (const path of paths.flatMap((one) => [one, `/en${one}`])) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      // It is asked for after the first paint, so the text stands in the local font now.
      await page.evaluate(framePainted)
      await expect(page.locator('html.typeface')).not.toBeAttached()
      await typeface.deliver()
      await page.waitForLoadState()
      await expect(page.locator('html.typeface')).toBeAttached()
      await page.evaluate(() => document.fonts.ready)
      await page.evaluate(framePainted)
      const total = await moved(page)
      if (!(total < nothing)) shifts[path] = total
    }
    expect(shifts).toEqual({})
  })
}
