// `npm run browser -w bench [-- <rounds>]`, after `npm run build`: times the list of 100 000 leads in Chromium, given by
// CHROMIUM_PATH. Milliseconds of wall-clock time, except "key", which is CPU time of the page's main thread. Figures: README.md.
import { availableParallelism, loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { sales, startKontor } from '../stand-ins/kontor.ts'
import { measureTyping, readPaints, watchPaints } from './browser-typing.ts'
import { percentile } from './hammer.ts'
import { seedLeads } from './leads-seed.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)

const printTimes = (what: string, times: readonly number[]): void => {
  const at = (share: number) => percentile(times, share).toFixed(0)
  console.log(`${what.padEnd(28)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms (${times.length})`)
}

/** Time from clicking a status filter to the paint of its rows, measured in the page. */
const timeFilter = (page: Page, label: string): Promise<number> =>
  page.evaluate(async (name) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('fieldset button')]
    const button = buttons.find((one) => one.textContent?.startsWith(name))
    if (!button) throw new Error(`There is no ${name}.`)
    const rows = () => document.querySelector('tbody')?.textContent
    const before = rows()
    const began = performance.now()
    button.click()
    while (rows() === before) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - began
  }, label)

/** Selects rows, changes statuses, sorts, pages, filters and moves with arrow keys. */
const interact = async (page: Page): Promise<void> => {
  const row = page.locator('tr[data-index]')
  for (const index of [0, 1, 2]) {
    await row.nth(index).getByRole('checkbox').click()
    await row
      .nth(index)
      .getByRole('button', { name: /^Status for/ })
      .click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: 'Firmanavn', exact: true }).click()
  await page.waitForURL(/sort=company_name/)
  await page.getByRole('button', { name: 'Neste', exact: true }).click()
  await page.waitForURL(/page=2/)
  const counts = page.getByRole('group', { name: 'Antall per status' })
  await counts.getByRole('button', { name: /^Kunde/ }).click()
  await page.waitForURL(/status=Kunde/)
  for (let presses = 0; presses < 11; presses += 1) await page.keyboard.press('ArrowDown')
}

const kontor = await startKontor()
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch(executablePath ? { executablePath } : {})
const load = () => loadavg()[0]?.toFixed(1)
console.log(`${availableParallelism()} cores, load ${load()}, Chromium ${browser.version()}, ${rounds} rounds`)
try {
  await seedLeads(kontor, 100_000)
  const page = await browser.newPage({
    baseURL: kontor.url,
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    viewport: { width: 1280, height: 900 },
  })
  await page.request.post('/api/auth/login', { data: sales })
  await page.addInitScript(() => localStorage.setItem('leadColumns', '[]'))
  await page.goto('/leads')
  const firstRow = page.locator('tr[data-index]').first()
  await firstRow.waitFor()
  const filters: number[] = []
  const labels = ['Kontaktet', 'Avslått', 'Kunde', 'Ny', 'Tilbud sendt', 'Avtalt møte', 'Alle']
  for (let round = 0; round < rounds; round += 1)
    for (const label of labels) filters.push(await timeFilter(page, label))
  printTimes('all columns: filter to rows', filters)
  const total = page.getByRole('heading', { name: /^Leads \(/ })
  printTimes('key', await measureTyping(page, ['eksempel 4', 'kunde42', 'bergen'], total))
  await page.goto('/leads')
  await firstRow.waitFor()
  await watchPaints(page)
  await interact(page)
  printTimes('interaction to paint', await readPaints(page))
  console.log(`load at the end ${load()}`)
} finally {
  await browser.close()
  await kontor.stop()
}
