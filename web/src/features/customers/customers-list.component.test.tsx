import { createCustomer, deleteCustomer, listCustomers } from '@kontor/contract/customers/customers.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { expectTexts } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

/** Only Norwegian collation sorts these right; one has neither a number nor a trade. */
const customers = [
  { name: 'Åse & Sønn AS', email: 'd@ase.example', organizationNumber: '974760673', industry: 'Bakeri' },
  { name: 'Zeta AS', email: 'a@zeta.example', organizationNumber: '971032081', industry: 'Regnskap', isActive: false },
  { name: 'Ærlig Bygg', email: 'c@bygg.example', city: 'Ålesund', phone: '12 34 56 78' },
  { name: 'alfa ANS', email: 'b@alfa.example', industry: 'Økonomi' },
]

const names = page.getByRole('table').css('tbody tr[data-index] button[aria-label^="Åpne"]')
const head = (name: string) => page.getByRole('columnheader', { name })
const sortBy = (name: string) => head(name).getByRole('button').click()
const open = (query = '') => openOffice(`/admin?tab=customers${query}`)

beforeEach(async () => {
  await logIn('admin')
  for (const { id } of await call(listCustomers, {})) await call(deleteCustomer, { params: { id: String(id) } })
  for (const body of customers) await call(createCustomer, { body })
})

test('lists customers by name with number, trade and status, and counts them', async () => {
  await open()
  await expect.element(page.getByRole('heading', { name: 'Kunder (4)', exact: true })).toBeVisible()
  await expectTexts(names, ['alfa ANS', 'Zeta AS', 'Ærlig Bygg', 'Åse & Sønn AS'])
  await expectTexts(page.getByRole('columnheader'), ['Navn', 'E-post', 'Org.nr', 'Bransje', 'Status', 'Handlinger'])
  const zeta = page.getByRole('row').filter({ hasText: 'Zeta AS' })
  await expect.element(zeta).toMatchTextContent('Inaktiv')
  await expect.element(zeta).toMatchTextContent(/971\s032\s081/)
  await expectAccessible()
})

test('sorts by every column and keeps empty values last', async () => {
  await open()
  await sortBy('Navn')
  await expectTexts(names, ['Åse & Sønn AS', 'Ærlig Bygg', 'Zeta AS', 'alfa ANS'])
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('E-post')
  await expectTexts(names, ['Zeta AS', 'alfa ANS', 'Ærlig Bygg', 'Åse & Sønn AS'])
  await sortBy('Bransje')
  await expectTexts(names, ['Åse & Sønn AS', 'Zeta AS', 'alfa ANS', 'Ærlig Bygg'])
})

test('keeps search and order in the URL, and one button clears a search without hits', async () => {
  await open('&q=finnes+ikke&sort=email:desc')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expect.element(page.getByRole('searchbox')).toHaveValue('finnes ikke')
  await page.getByRole('button', { name: 'Tøm søket' }).last().click()
  await expectTexts(names, ['Åse & Sønn AS', 'Ærlig Bygg', 'alfa ANS', 'Zeta AS'])
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  await expect.poll(() => shownUrl()).not.toContain('q=')
})

test('explains a list that could not be loaded and loads it on the next try', async () => {
  const stop = intercept('GET', /^\/api\/customers$/, () => errorAnswer(500, 'Noe gikk galt hos oss.'))
  await open()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Noe gikk galt hos oss.')
  await expectAccessible()
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.poll(() => names.elements().length).toBe(4)
})
