// `npm run browser -w bench [-- <rounds>]`, after `npm run build`: times long lists and the company search in Chromium, given by
// CHROMIUM_PATH. Milliseconds of wall-clock time, except "key", which is CPU time of the page's main thread. Figures: README.md.
import { availableParallelism, loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { seedLeads } from '../e2e/harness/leads.ts'
import { openPanel } from '../e2e/harness/panel.ts'
import { tenFreshCompanies } from '../stand-ins/fresh-company.ts'
import { type Kontor, sales, startKontor } from '../stand-ins/kontor.ts'
import { type RegisterStandIn, startRegister } from '../stand-ins/register.ts'
import { longLists } from './browser-lists.ts'
import { measureTyping, readPaints, watchPaints } from './browser-typing.ts'

const [rounds = 5] = process.argv.slice(2).map(Number)
const debounceMs = 300

const printTimes = (what: string, times: readonly number[]): void => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0)
  console.log(`${what.padEnd(46)} median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms (${times.length})`)
}

/** Time from selecting a tab to its first row; polls every frame. */
const timeTab = async (page: Page, tab: string, row: string): Promise<number> => {
  await openPanel(page, '/admin?tab=settings')
  await page.getByRole('heading', { name: 'System' }).waitFor()
  const began = performance.now()
  await page.getByRole('tab', { name: tab, exact: true }).click()
  await page.waitForFunction((wanted) => document.querySelector(wanted)?.checkVisibility(), row)
  return performance.now() - began
}

const measureLists = async (page: Page, kontor: Kontor): Promise<void> => {
  for (const { tab, row, counted, searches, fill } of longLists) {
    await fill(kontor)
    const opened: number[] = []
    for (let round = 0; round < rounds; round += 1) opened.push(await timeTab(page, tab, row))
    printTimes(`${tab}: first row`, opened)
    const settled = page.getByText(new RegExp(`^Viser [\\d\\s]+ av [\\d\\s]+ ${counted}$`))
    printTimes(`${tab}: key`, await measureTyping(page, searches, settled))
  }
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

const measureLeads = async (page: Page, kontor: Kontor): Promise<void> => {
  await seedLeads(kontor, 100_000)
  await page.request.post('/api/auth/login', { data: sales })
  await page.addInitScript(() => localStorage.setItem('leadColumns', '[]'))
  await page.goto('/leads')
  await page.locator('tr[data-index]').first().waitFor()
  const filters: number[] = []
  const labels = ['Kontaktet', 'Avslått', 'Kunde', 'Ny', 'Tilbud sendt', 'Avtalt møte', 'Alle']
  for (let round = 0; round < rounds; round += 1)
    for (const label of labels) filters.push(await timeFilter(page, label))
  printTimes('100 000 leads, all columns: filter to rows', filters)
  const total = page.getByRole('heading', { name: /^Leads \(/ })
  printTimes('100 000 leads: key', await measureTyping(page, ['eksempel 4', 'kunde42', 'bergen'], total))
  await page.goto('/leads')
  await page.locator('tr[data-index]').first().waitFor()
  await watchPaints(page)
  await interact(page)
  printTimes('100 000 leads: interaction to paint', await readPaints(page))
}

/** Time from entering the text to ten companies with all details on the screen. */
const timeSearch = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (typed) =>
      new Promise<number>((resolve) => {
        const input = document.querySelector('[role=dialog] input[role=combobox]')
        if (!(input instanceof HTMLInputElement)) throw new Error('There is no field.')
        const began = performance.now()
        const observer = new MutationObserver(() => {
          const options = document.querySelectorAll('[role=option]')
          const isComplete = [...options].every((option) => option.textContent?.includes('Signaturrett tilgjengelig'))
          if (options.length < 10 || !isComplete || document.querySelector('[role=option] .animate-pulse')) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - began))
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        // React overrides the element's setter; call the prototype's.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    text,
  )

const measureCompanySearch = async (page: Page, register: RegisterStandIn): Promise<void> => {
  await openPanel(page, '/admin?tab=products')
  await page.getByRole('tab', { name: 'Kunder', exact: true }).click()
  await page.getByRole('button', { name: 'Ny kunde' }).click()
  const field = page.getByRole('combobox', { name: 'Søk i Enhetsregisteret' })
  const [first, again]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    register.misbehave({ delayMs: 100, bodies: await tenFreshCompanies(register) })
    first.push(await timeSearch(page, `målt ${round}`))
    await field.fill('')
    // Subtract the debounce: it isn't part of the search.
    again.push((await timeSearch(page, `målt ${round}`)) - debounceMs)
    await field.fill('')
  }
  printTimes('company search: ten companies, typing pause too', first)
  printTimes('company search: the same once more', again)
}

const register = await startRegister()
const kontor = await startKontor({ BRREG_BASE_URL: register.url })
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch(executablePath ? { executablePath } : {})
const load = () => loadavg()[0]?.toFixed(1)
console.log(`${availableParallelism()} cores, load ${load()}, Chromium ${browser.version()}, ${rounds} rounds`)
try {
  for (const measure of [
    (page: Page) => measureLists(page, kontor),
    (page: Page) => measureLeads(page, kontor),
    (page: Page) => measureCompanySearch(page, register),
  ]) {
    const context = await browser.newContext({
      baseURL: kontor.url,
      locale: 'nb-NO',
      timezoneId: 'Europe/Oslo',
      viewport: { width: 1280, height: 900 },
    })
    await measure(await context.newPage())
    await context.close()
  }
  console.log(`load at the end ${load()}`)
} finally {
  await browser.close()
  await kontor.stop()
  await register.close()
}
