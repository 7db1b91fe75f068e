import type { Page } from '@playwright/test'
import { clearEnquiries, openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const count = 10_000
const budgetMs = 50

const rows = Array.from({ length: count }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `${['Kari', 'Ola', 'Åse', 'Bjørn'][index % 4]} ${['Nordmann', 'Østby', 'Hansen'][index % 3]} ${index}`,
  email: `person${index}@kunde${index % 500}.example`,
  company: index % 5 === 0 ? null : `Bedrift ${index % 700} AS`,
  subject: ['general', 'product', 'consulting', 'custom', 'support'][index % 5],
  message: `Vi er ${index} ansatte og vil vite mer om internkontroll, kvalitet og miljø. Hvor lang tid tar det, og hva koster det oss?`,
  suspect: false,
  version: 1,
  createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
}))

/** Notes how long the browser took from each key to the next paint. */
const watchPaints = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (/^key/.test(entry.name)) times.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** What was noted since the last time, the shortest first. Below 16 ms the browser notes nothing. */
const takePaints = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const times = 'times' in window && Array.isArray(window.times) ? window.times.splice(0) : []
    return times.map(Number).sort((a, b) => a - b)
  })

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

test('with 10 000 enquiries typing in the search box stays fluent', async ({ page, admin }, testInfo) => {
  await clearEnquiries(admin)
  await page.route('**/api/contacts', (route) => route.fulfill({ json: rows }))
  await openPanel(page)
  await expect(page.getByRole('heading', { name: /Kontakthenvendelser \(10\s000 totalt\)/ })).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(100)

  const box = page.getByRole('searchbox')
  await box.click()
  await watchPaints(page)
  const typeRound = async (): Promise<number[]> => {
    for (const text of ['åse østby 4', 'kunde42', 'internkontroll']) {
      await box.pressSequentially(text, { delay: 120 })
      await expect(page.getByText(/^Viser [\d\s]+ av 10\s000 henvendelser$/)).toBeVisible()
      for (let left = text.length; left > 0; left -= 1) await page.keyboard.press('Backspace', { delay: 30 })
    }
    return takePaints(page)
  }

  // Other programs may hold the processor for a moment, but not in every round.
  let paints = await typeRound()
  for (let round = 2; round <= 4 && share(paints, 0.95) >= budgetMs; round += 1) paints = await typeRound()
  const report = `key to paint, ms: median ${share(paints, 0.5)}, 95 % ${share(paints, 0.95)}, longest ${share(paints, 1)}`
  testInfo.annotations.push({ type: 'measured', description: report })
  expect(share(paints, 0.95), report).toBeLessThan(budgetMs)
})
