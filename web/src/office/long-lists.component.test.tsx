import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import '../testing/locators.ts'
import { truncateTables } from '../testing/database.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const addCustomers = (count: number) =>
  commands.sql(
    `INSERT INTO customers (name, email)
     SELECT 'Eksempel ' || n || ' AS', 'post@kunde' || n || '.example' FROM generate_series(1, $1::int) AS n`,
    [count],
  )

const clear = () => truncateTables('customers')

beforeEach(clear)
afterEach(clear)

test.each([
  { what: 'the rows', view: 'customers', row: 'tbody tr[data-index]', left: /^Viser 1 av 10\s?000 kunder$/ },
  { what: 'the cards', view: 'agreements', row: 'main li h3', left: /^Viser 1 av 150 avtaler$/ },
])('draws only $what in view of a long list, and loses no key of a search', async ({ view, row, left }) => {
  await logIn('admin')
  await addCustomers(view === 'customers' ? 10_050 : 150)
  if (view === 'agreements')
    await commands.sql(
      `INSERT INTO agreements (customer_id, title, reference, response_token, valid_until)
       SELECT id, 'Eksempel ' || row_number() OVER (), 'A-' || row_number() OVER (), 'token-' || id, '2099-12-31'
       FROM customers`,
    )
  await openOffice(`/admin?tab=${view}`)
  const rows = page.css(row)
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements().length).toBeLessThan(100)
  if (view === 'customers') {
    await expect.element(page.getByRole('heading', { name: /^Kunder \(10\s000\+\)$/ })).toBeVisible()
    await expect.element(page.getByText(/^Listen viser høyst de 10\s000 nyeste/)).toBeVisible()
  }
  await page.getByRole('searchbox').click()
  const query = view === 'customers' ? '4242' : '142'
  await userEvent.keyboard(query)
  await expect.element(page.getByRole('searchbox')).toHaveValue(query)
  await expect.element(page.getByText(left)).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(1)
})

test('prints all rows of a list, and no controls', async () => {
  await logIn('admin')
  await addCustomers(120)
  await openOffice('/admin?tab=customers')
  const rows = page.css('tbody tr[data-index]')
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements().length).toBeLessThan(100)
  await commands.emulateMedia({ media: 'print' })
  await expect.poll(() => rows.elements().length).toBe(120)
  for (const control of [page.getByRole('tablist', { includeHidden: true }), page.getByText('Ny kunde')])
    await expect.element(control).not.toBeVisible()
})
