import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { countCalls } from '../../testing/calls.ts'
import { addCustomers, clearCustomers, expectCustomers, rowOf } from '../../testing/customers.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { expectTexts, pageWidth } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

/** Only Norwegian collation sorts these correctly; two lack a number, one also a trade. */
const customers = [
  { name: 'Åse & Sønn AS', email: 'd@ase.example', organizationNumber: '974760673', industry: 'Bakeri' },
  { name: 'Zeta AS', email: 'a@zeta.example', organizationNumber: '971032081', industry: 'Regnskap', isActive: false },
  { name: 'Ærlig Bygg', email: 'c@bygg.example', city: 'Ålesund', phone: '12 34 56 78' },
  { name: 'alfa ANS', email: 'b@alfa.example', industry: 'Økonomi' },
]

const listPath = /^\/api\/customers$/
const names = page.getByRole('table').css('tbody tr[data-index] button[aria-label^="Åpne"]')
const searchBox = page.getByRole('searchbox')
const head = (name: string) => page.getByRole('columnheader', { name })
const open = (query = '') => openOffice(`/admin?tab=customers${query}`)

beforeEach(async () => {
  await logIn('admin')
  await clearCustomers()
  await addCustomers(customers)
})

test('lists, sorts and finds customers, and shows chosen columns without widening the page', async () => {
  await open()
  await expectCustomers(4)
  await expectTexts(names, ['alfa ANS', 'Zeta AS', 'Ærlig Bygg', 'Åse & Sønn AS'])
  await expectTexts(page.getByRole('columnheader'), ['Navn', 'E-post', 'Org.nr', 'Bransje', 'Status', 'Handlinger'])
  await expect.element(rowOf('Zeta AS')).toMatchTextContent(/971\s032\s081.*Inaktiv/)
  await expect.element(rowOf('Åse')).toMatchTextContent('Aktiv')

  // Empty values come last in both orders.
  for (const [column, sorted] of [
    ['Navn', ['Åse & Sønn AS', 'Ærlig Bygg', 'Zeta AS', 'alfa ANS']],
    ['Bransje', ['Åse & Sønn AS', 'Zeta AS', 'alfa ANS', 'Ærlig Bygg']],
    ['Bransje', ['alfa ANS', 'Zeta AS', 'Åse & Sønn AS', 'Ærlig Bygg']],
  ] as const) {
    await head(column).getByRole('button').click()
    await expectTexts(names, sorted)
  }
  await expect.element(head('Bransje')).toHaveAttribute('aria-sort', 'descending')
  await head('Status').getByRole('button').click()
  await expect.element(names.last()).toHaveTextContent('Zeta AS')

  for (const [text, found] of [
    ['ÅSE', 'Åse & Sønn AS'],
    ['c@bygg', 'Ærlig Bygg'],
    ['971032081', 'Zeta AS'],
    ['økonomi', 'alfa ANS'],
    ['971 032 081', 'Zeta AS'],
    ['ålesund', 'Ærlig Bygg'],
  ] as const) {
    await searchBox.fill(` ${text} `)
    await expectTexts(names, [found])
  }
  await expect.element(page.getByText('Viser 1 av 4 kunder')).toBeVisible()

  await pressAbove('Kolonner')
  const boxes = page.getByRole('dialog').getByRole('checkbox')
  await expect.element(boxes.first()).toBeVisible()
  for (const box of boxes.elements()) if (box instanceof HTMLInputElement && !box.checked) box.click()
  await page.getByRole('checkbox', { name: 'Bransje' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(head('Bransje')).not.toBeInTheDocument()
  await expect.element(rowOf('Ærlig Bygg')).toMatchTextContent('Ålesund')
  await expect.poll(pageWidth).toBeLessThanOrEqual(1280)
  expect((await head('E-post').findElement()).getBoundingClientRect().width).toBeGreaterThan(90)
  await page.getByRole('button', { name: 'Slett Ærlig Bygg' }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Ærlig Bygg')
})

test('loads the list once in five minutes, however often its tab is opened', async () => {
  const begin = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: begin })
  await open()
  await expect.element(names).toHaveLength(4)
  const leaveAndReturn = async () => {
    await page.getByRole('tab', { name: 'Kontakter' }).click()
    await expect.element(page.getByRole('heading', { name: /Kontakthenvendelser/ })).toBeVisible()
    await page.getByRole('tab', { name: 'Kunder' }).click()
    await expect.element(names).toHaveLength(4)
  }
  // React's strict mode loads it twice.
  const loaded = countCalls('GET', listPath)
  vi.setSystemTime(begin + 290_000)
  await leaveAndReturn()
  expect(countCalls('GET', listPath)).toBe(loaded)
  vi.setSystemTime(begin + 310_000)
  await leaveAndReturn()
  await expect.poll(() => countCalls('GET', listPath)).toBeGreaterThan(loaded)
})

test('ends a long e-mail address with an ellipsis, and fits a phone: cards, their order and the dialog', async () => {
  await page.viewport(1024, 768)
  const email = `${'kontoret-for-lange-adresser-'.repeat(2)}1@${'eksempel'.repeat(6)}.example`
  await addCustomers([{ name: 'Lang AS', email }])
  await open()
  const address = rowOf('Lang AS').getByRole('link', { name: email })
  await expect.element(address).toHaveStyle({ textOverflow: 'ellipsis' })
  const link = address.element()
  expect(link.scrollWidth).toBeGreaterThan(link.clientWidth)
  const cell = link.closest('td')?.getBoundingClientRect()
  expect(link.getBoundingClientRect().right).toBeLessThanOrEqual(cell?.right ?? 0)

  await page.viewport(390, 844)
  await page.getByRole('combobox', { name: 'Sorter etter' }).click()
  await page.getByRole('option', { name: 'Navn, synkende' }).click()
  await expect.element(names.first()).toHaveTextContent('Åse & Sønn AS')
  // Without a column for the status, only inactive customers are marked.
  await expect.element(page.getByText('Inaktiv', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Aktiv', { exact: true })).not.toBeInTheDocument()
  await names.first().click()
  const details = page.getByRole('dialog', { name: 'Åse & Sønn AS' })
  await expect.element(details.getByRole('button', { name: 'Kontaktpersoner' })).toBeVisible()
})
