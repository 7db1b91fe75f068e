import { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import { createLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { chooseFromAccount } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const long = {
  name: 'Bedriftshelsetjenestesamarbeidspartneransvarlig Åse-Margrethe Østby-Ødegård',
  email: 'bedriftshelsetjenestesamarbeidspartneransvarlig.aase-margrethe@ostby-odegard-eiendomsforvaltning.example',
  company: 'Østby-Ødegård Eiendomsforvaltningsselskap og Tjenesteyting AS',
  subject: 'Bedriftshelsetjenestesamarbeidspartneravtaleforhandlinger',
  message: 'Menneskerettighetsorganisasjonssekretariatssammenslutning '.repeat(40),
}

const edges = (target: Locator) => {
  const { left, right } = target.first().element().getBoundingClientRect()
  return { left, right }
}

beforeEach(async () => {
  await logIn('admin')
  await commands.sql('DELETE FROM contacts')
  await call(createContact, { body: long })
})

test('a list begins high up, and on a phone its order lines up with the search, the filters and the rows', async () => {
  await call(createLead, { body: { company_name: 'Kort AS' } })
  await page.viewport(1440, 900)
  await openOffice('/admin')
  const topOf = (target: Locator) => target.first().element().getBoundingClientRect().top
  const head = page.getByRole('columnheader')
  const row = page.getByRole('button', { name: /^(Les henvendelsen fra|Åpne) / })
  const order = page.getByRole('combobox', { name: 'Sorter etter' })
  const search = page.getByRole('searchbox')
  const filters = page.getByRole('button', { name: 'Filtre' })
  await expect.element(head.first()).toBeVisible()
  expect(topOf(head)).toBeLessThanOrEqual(200)
  await page.viewport(390, 844)
  await expect.element(order).toBeVisible()
  // Once the screen has followed the new width.
  await expect.poll(() => edges(order).right - edges(filters).right).toBe(0)
  expect(topOf(row)).toBeLessThanOrEqual(300)
  await page.getByRole('tab', { name: 'E-post Logg', exact: true }).click()
  await expect.element(page.getByRole('tabpanel', { name: 'E-post Logg' })).toBeVisible()
  await expect.element(order).toBeVisible()
  // These rows have no checkboxes, so both edges line up.
  expect(edges(order)).toEqual({ left: edges(search).left, right: edges(filters).right })

  await chooseFromAccount('Leads System')
  await expect.element(row.first()).toBeVisible()
  expect(topOf(row)).toBeLessThanOrEqual(300)
  expect(edges(order)).toEqual({ left: edges(row).left, right: edges(filters).right })
  await page.viewport(1440, 900)
  await expect.element(head.first()).toBeVisible()
  expect(topOf(head)).toBeLessThanOrEqual(200)
})
