import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import '../testing/locators.ts'
import { truncateTables } from '../testing/database.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

/** More than a screen shows, by far. */
const count = 1000

const series = `FROM generate_series(1, ${count}) AS n`

const customers = `INSERT INTO customers (name, email) SELECT 'Eksempel ' || n || ' AS', 'post@kunde' || n || '.example' ${series}`

const lists = [
  {
    tab: 'contacts',
    what: 'henvendelser',
    fill: [
      `INSERT INTO contacts (name, email, subject, message)
       SELECT 'Eksempel ' || n, 'person' || n || '@kunde.example', 'general', 'Vi vil vite mer.' ${series}`,
    ],
  },
  { tab: 'customers', what: 'kunder', fill: [customers] },
  {
    tab: 'products',
    what: 'produkter',
    fill: [
      `INSERT INTO products (number, name, cost_price, gros_margin, sales_price, sales_price_inc_vat, type)
       SELECT 'P' || n, 'Eksempel ' || n, n * 60, 4000, n * 100, n * 125, 'Tjeneste' ${series}`,
    ],
  },
  {
    tab: 'webinars',
    what: 'webinarer',
    fill: [
      `INSERT INTO webinars (name, date, is_active) SELECT 'Eksempel ' || n, now() + make_interval(hours => n), true ${series}`,
    ],
  },
  {
    tab: 'email-logs',
    what: 'e-poster',
    fill: [
      `INSERT INTO email_logs (to_address, from_address, from_name, subject, html_content, text_content, type, delivery, message_id)
       SELECT 'person' || n || '@kunde.example', 'post@eksempel.example', 'Eksempel AS', 'Eksempel ' || n, '<p>Hei</p>', 'Hei',
         'contact', 'sent', 'mail' || n || '@eksempel.example' ${series}`,
    ],
  },
  {
    tab: 'agreements',
    what: 'avtaler',
    row: 'main li h3',
    fill: [
      customers,
      `INSERT INTO agreements (customer_id, title, reference, response_token, valid_until)
       SELECT id, 'Eksempel ' || row_number() OVER (), 'A-' || row_number() OVER (), 'token-' || id, '2099-12-31' FROM customers`,
      `INSERT INTO agreement_products (agreement_id, description, quantity, unit_price, total_price)
       SELECT id, 'Rådgivning', 1, 145000, 145000 FROM agreements`,
    ],
  },
]

const emptyLists = () => truncateTables('contacts, customers, products, webinars, email_logs, agreements')

beforeEach(emptyLists)
afterEach(emptyLists)

test.each(lists)('renders only the $what in view and loses no key of a search', async ({ tab, what, row, fill }) => {
  await logIn('admin')
  for (const statement of fill) await commands.sql(statement)
  await openOffice(`/admin?tab=${tab}`)
  const rows = page.css(row ?? 'tbody tr[data-index]')
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements().length).toBeLessThan(100)
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('eksempel 420')
  await expect.element(page.getByRole('searchbox')).toHaveValue('eksempel 420')
  await expect.element(page.getByText(new RegExp(`^Viser 1 av 1\\s?000 ${what}$`))).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(1)
})

test('says when a list holds only the newest rows', async () => {
  await logIn('admin')
  await commands.sql(customers.replace(`${count}`, '10050'))
  await openOffice('/admin?tab=customers')
  await expect.element(page.getByRole('heading', { name: /^Kunder \(10\s000\+\)$/ })).toBeVisible()
  await expect.element(page.getByText(/^Listen viser høyst de 10\s000 nyeste/)).toBeVisible()
})
