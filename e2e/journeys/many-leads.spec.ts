import type { Page } from '@playwright/test'
import { clearLeads, openLeads, seedLeads } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'
import { measureTyping } from '../harness/typing.ts'
import { measureSlowness } from '../harness/yardstick.ts'

const count = 100_000
/** On an ordinary machine. */
const filterMs = 150
const interactionMs = 100

const total = (page: Page) => page.getByRole('heading', { name: /^Leads \(/ })

const showAllColumns = async (page: Page): Promise<void> => {
  await page.evaluate(() => localStorage.setItem('leadColumns', '[]'))
  await page.reload()
  await expect(page.getByRole('columnheader')).toHaveCount(33)
  await expect(page.locator('tr[data-index]').first()).toBeVisible()
}

/** Presses what filters, and waits for its rows in the page itself: milliseconds from the press to the paint with them. */
const pressToRows = (page: Page, label: string): Promise<number> =>
  page.evaluate(async (name) => {
    const button = [...document.querySelectorAll<HTMLElement>('fieldset button')].find((one) =>
      one.textContent?.startsWith(name),
    )
    if (!button) throw new Error(`There is no ${name}.`)
    const rows = () => document.querySelector('tbody')?.textContent
    const before = rows()
    const start = performance.now()
    button.click()
    while (rows() === before) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - start
  }, label)

/** Notes how long each press or key took to its next paint. */
const watchInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const interactions: number[] = []
    Object.assign(window, { interactions })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId) interactions.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

const readInteractions = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    'interactions' in window && Array.isArray(window.interactions) ? window.interactions.map(Number) : [],
  )

test.beforeEach(async ({ kontor, page }) => {
  await clearLeads(kontor)
  await seedLeads(kontor, count)
  await openLeads(page)
  await showAllColumns(page)
})

test.afterEach(({ kontor }) => clearLeads(kontor))

test('of 100 000 leads with all columns, another filter shows its rows within 150 ms', async ({ page }, testInfo) => {
  const times: number[] = []
  let slowness = 1
  for (const label of ['Kontaktet', 'Avslått', 'Kunde', 'Ny', 'Alle', 'Tilbud sendt', 'Avtalt møte', 'Alle']) {
    slowness = Math.max(slowness, await measureSlowness(page))
    times.push(await pressToRows(page, label))
    await page.waitForTimeout(300)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const description = `filter to rows: ${sorted.map((ms) => ms.toFixed(0)).join(', ')} ms, ${slowness.toFixed(1)} times as slow`
  testInfo.annotations.push({ type: 'measured', description })
  // The middle one: a pause of the machine spoils one or two.
  expect(sorted[Math.floor(sorted.length / 2)], description).toBeLessThan(filterMs * slowness)
})

test('a key in the search box costs less than 50 ms', async ({ page }, testInfo) => {
  const { worst, report, budgetMs } = await measureTyping(page, ['eksempel 4', 'kunde42', 'bergen'], total(page))
  testInfo.annotations.push({ type: 'measured', description: report })
  expect(worst, report).toBeLessThan(budgetMs)
})

test('what is pressed is answered by a paint within 100 ms', async ({ page }, testInfo) => {
  const slowBefore = await measureSlowness(page)
  await watchInteractions(page)
  const row = page.locator('tr[data-index]')
  for (const index of [0, 1, 2]) {
    await row.nth(index).getByRole('checkbox').click()
    await row
      .nth(index)
      .getByRole('button', { name: /^Status for/ })
      .click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Firmanavn', exact: true }).click()
  await expect(page).toHaveURL(/sort=company_name/)
  await page.getByRole('button', { name: 'Neste', exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await page
    .getByRole('group', { name: 'Antall per status' })
    .getByRole('button', { name: /^Kunde/ })
    .click()
  await expect(page).toHaveURL(/status=Kunde/)
  await page.keyboard.press('ArrowDown')
  for (const _ of Array(10)) await page.keyboard.press('ArrowDown')
  const times = (await readInteractions(page)).toSorted((a, b) => b - a)
  const slowness = Math.max(slowBefore, await measureSlowness(page))
  const description = `interaction to next paint: ${times.slice(0, 8).join(', ')} ms, ${slowness.toFixed(1)} times as slow`
  testInfo.annotations.push({ type: 'measured', description })
  // The second longest, as the web's own measure leaves the worst out of many.
  expect(times[1] ?? 0, description).toBeLessThan(interactionMs * slowness)
})
