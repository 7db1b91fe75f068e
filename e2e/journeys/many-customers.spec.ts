import { clearCustomers } from '../harness/customers.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'
import { measureTyping } from '../harness/typing.ts'

const count = 10_000
/** The goal, which a quiet machine keeps (bench/README.md); a busy one is given three times that. */
const goalMs = 1000
const limitMs = 3 * goalMs

const tenThousand = `
  INSERT INTO customers (name, email, organization_number, industry, city, phone, address, post_code, description, is_active)
  SELECT (ARRAY['Nordfjord', 'Østby', 'Åsgård', 'Blåfjell'])[1 + n % 4] || ' Eksempel ' || n || ' AS',
    'post@kunde' || n || '.example', lpad((900000000 + n)::text, 9, '0'),
    (ARRAY['Regnskap og bokføring', 'Oppføring av bygninger', 'Akvakultur i saltvann'])[1 + n % 3],
    (ARRAY['Oslo', 'Bergen', 'Ålesund', 'Tromsø'])[1 + n % 4], '+47 00 00 00 00', 'Eksempelgata ' || n, '0150',
    'Vil ha internkontroll, kvalitet og miljø i ett system før neste revisjon.', n % 7 <> 0
  FROM generate_series(1, $1::int) AS n`

test.beforeEach(async ({ admin, kontor }) => {
  await clearCustomers(admin)
  await kontor.sql(tenThousand, [count])
})

// Not one by one, which the API would be.
test.afterEach(({ kontor }) => kontor.sql('TRUNCATE customers CASCADE'))

test('10 000 customers are on the screen within a second, and a key in the search box costs less than 50 ms', async ({
  page,
}, testInfo) => {
  const title = page.getByRole('heading', { name: /^Kunder \(10\s000\)$/ })
  const opened: number[] = []
  // A pause of the machine spoils one try, but hardly three.
  for (let tries = 0; tries < 3 && Math.min(...opened, Number.POSITIVE_INFINITY) >= goalMs; tries += 1) {
    await openPanel(page)
    await expect(page.getByRole('heading', { name: /Kontakthenvendelser \(/ })).toBeVisible()
    const start = performance.now()
    await page.getByRole('tab', { name: 'Kunder' }).click()
    await expect(title).toBeVisible({ timeout: 10_000 })
    await expect(page.locator('tbody tr[data-index]').first()).toBeVisible()
    opened.push(performance.now() - start)
  }
  expect(await page.getByRole('row').count()).toBeLessThan(100)

  const shown = page.getByText(/^Viser [\d\s]+ av 10\s000 kunder$/)
  const { worst, report, budgetMs } = await measureTyping(page, ['eksempel 4', 'kunde42', 'regnskap'], shown)
  const description = `list: ${opened.map((ms) => ms.toFixed(0)).join(', ')} ms; ${report}`
  testInfo.annotations.push({ type: 'measured', description })
  expect(Math.min(...opened), description).toBeLessThan(limitMs)
  expect(worst, description).toBeLessThan(budgetMs)
})
