import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'
import { measureTyping } from '../harness/typing.ts'

const count = 10_000
/** The goal, which a quiet machine keeps (bench/README.md); a busy one is given three times that. */
const goalMs = 1000
const limitMs = 3 * goalMs

const tenThousand = `
  INSERT INTO products (number, name, cost_price, gros_margin, sales_price, sales_price_inc_vat, type, description, is_active)
  SELECT 'P' || n, (ARRAY['Kurs', 'Ærlig råd', 'Befaring', 'Årskontroll'])[1 + n % 4] || ' nummer ' || n,
    n * 60, 4000, n * 100, n * 125, (ARRAY['Tjeneste', 'Vare'])[1 + n % 2],
    'Kvalitet og miljø i ett system før neste revisjon.', n % 7 <> 0
  FROM generate_series(1, $1::int) AS n`

test.beforeEach(async ({ kontor }) => {
  await kontor.sql('TRUNCATE products CASCADE')
  await kontor.sql(tenThousand, [count])
})

test.afterEach(({ kontor }) => kontor.sql('TRUNCATE products CASCADE'))

test('10 000 products are on the screen within a second, and a key in the search box costs less than 50 ms', async ({
  page,
}, testInfo) => {
  const title = page.getByRole('heading', { name: /^Produkter \(10\s000\)$/ })
  const opened: number[] = []
  // A pause of the machine spoils one try, but hardly three.
  for (let tries = 0; tries < 3 && Math.min(...opened, Number.POSITIVE_INFINITY) >= goalMs; tries += 1) {
    await openPanel(page)
    await expect(page.getByRole('heading', { name: /Kontakthenvendelser \(/ })).toBeVisible()
    const start = performance.now()
    await page.getByRole('tab', { name: 'Produkter' }).click()
    await expect(title).toBeVisible({ timeout: 10_000 })
    await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
    opened.push(performance.now() - start)
  }
  expect(await page.getByRole('row').count()).toBeLessThan(100)

  const shown = page.getByText(/^Viser [\d\s]+ av 10\s000 produkter$/)
  const { worst, report, budgetMs } = await measureTyping(page, ['nummer 4', 'kurs', 'befaring'], shown)
  const description = `list: ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms; ${report}`
  testInfo.annotations.push({ type: 'measured', description })
  expect(Math.min(...opened), description).toBeLessThan(limitMs)
  expect(worst, description).toBeLessThan(budgetMs)
})
