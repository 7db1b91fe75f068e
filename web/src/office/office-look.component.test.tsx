import { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import { createLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { forgetAdminLogin } from '../platform/session.ts'
import { expectAccessible } from '../testing/axe.ts'
import { pageWidth } from '../testing/locators.ts'
import { openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const long = {
  name: 'Bedriftshelsetjenestesamarbeidspartneransvarlig Åse-Margrethe Østby-Ødegård',
  email: 'bedriftshelsetjenestesamarbeidspartneransvarlig.aase-margrethe@ostby-odegard-eiendomsforvaltning.example',
  company: 'Østby-Ødegård Eiendomsforvaltningsselskap og Tjenesteyting AS',
  subject: 'Bedriftshelsetjenestesamarbeidspartneravtaleforhandlinger',
  message: 'Menneskerettighetsorganisasjonssekretariatssammenslutning '.repeat(40),
}

const looks = [
  { width: 768, colorScheme: 'light', checkedByAxe: false },
  { width: 390, colorScheme: 'light', checkedByAxe: true },
  { width: 1440, colorScheme: 'dark', checkedByAxe: true },
] as const

/** Expects `target` to be present, no horizontal scrolling at any width, and no axe violations in either colour scheme. */
const expectFits = async (target: Locator): Promise<void> => {
  for (const { width, colorScheme, checkedByAxe } of looks) {
    await page.viewport(width, 844)
    await commands.emulateMedia({ colorScheme })
    await expect.element(target.first()).toBeInTheDocument()
    // A table that becomes cards does so in the next frame.
    await expect.poll(pageWidth).toBeLessThanOrEqual(width)
    if (checkedByAxe) await expectAccessible()
  }
}

const openTab = async (name: string): Promise<Locator> => {
  await page.getByRole('tab', { name, exact: true }).click()
  return page.getByRole('tabpanel', { name })
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

test('both logins fit every width and pass axe in light and dark', async () => {
  await openOffice('/login')
  await expectFits(page.getByRole('heading', { name: 'Leads Login' }))
  await openOffice('/admin')
  forgetAdminLogin()
  await expectFits(page.getByLabelText('Passord'))
})

test('the panel and the leads fit every width and pass axe in light and dark, with long words', async () => {
  await openOffice('/admin')
  await expectFits(page.getByText(/Østby-Ødegård/))
  for (const tab of ['Webinarer', 'E-post Logg', 'Innstillinger']) await expectFits(await openTab(tab))
  await page.getByRole('link', { name: 'Leads System' }).click()
  await expectFits(page.getByRole('heading', { name: 'Leads', level: 1 }))
})

test('every dialog fits every width and passes axe in light and dark', async () => {
  await openOffice('/admin')
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('button', { name: /^Les henvendelsen fra Bedrift/ })
    .first()
    .click()
  await expectFits(dialog)
  await dialog.getByRole('button', { name: 'Rediger' }).click()
  await dialog.getByLabelText(/^Navn/).fill('')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expectFits(dialog.getByText('Navn er påkrevd'))
  await dialog.getByRole('combobox', { name: /^Emne/ }).click()
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Forkast' }).click()
  await dialog.getByRole('button', { name: 'Slett' }).click()
  await expectFits(page.getByRole('alertdialog'))
})

test('the choice of order lines up with the search and the filters above and the rows below on a phone', async () => {
  await call(createLead, { body: { company_name: 'Kort AS' } })
  await page.viewport(390, 844)
  await openOffice('/admin')
  const order = page.getByRole('combobox', { name: 'Sorter etter' })
  const search = page.getByRole('searchbox')
  const filters = page.getByRole('button', { name: 'Filtre' })
  for (const tab of ['Kontakter', 'E-post Logg']) {
    await expect.element(await openTab(tab)).toBeVisible()
    await expect.element(order).toBeVisible()
    expect(edges(order).right).toBe(edges(filters).right)
  }
  // These rows have no checkboxes, so both edges line up.
  expect(edges(order).left).toBe(edges(search).left)
  await page.getByRole('link', { name: 'Leads System' }).click()
  const row = page.getByRole('button', { name: 'Åpne Kort AS' })
  await expect.element(row.first()).toBeVisible()
  expect(edges(order).right).toBe(edges(filters).right)
  expect(edges(order).left).toBe(edges(row).left)
})

test('a list begins within 200 pixels on a laptop, and its first row within 300 on a phone', async () => {
  await call(createLead, { body: { company_name: 'Kort AS' } })
  const topOf = (target: Locator) => target.first().element().getBoundingClientRect().top
  const head = page.getByRole('columnheader')
  const row = page.getByRole('button', { name: /^(Les henvendelsen fra|Åpne) / })
  for (const path of ['/admin', '/leads']) {
    await page.viewport(1440, 900)
    await openOffice(path)
    await expect.element(head.first()).toBeVisible()
    expect(topOf(head)).toBeLessThanOrEqual(200)
    await page.viewport(390, 844)
    await expect.element(page.getByRole('combobox', { name: 'Sorter etter' })).toBeVisible()
    expect(topOf(row)).toBeLessThanOrEqual(300)
  }
})
