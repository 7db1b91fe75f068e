import { adminPassword, sales } from '../../stand-ins/kontor.ts'
import { tabTo } from '../harness/keyboard.ts'
import { readLeads } from '../harness/leads.ts'
import {
  bakery,
  headingOf,
  historyOf,
  leadsAfterMorning,
  offerTitle,
  prepareMorning,
  recordOf,
  yard,
} from '../harness/morning.ts'
import { expectToast } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test.beforeEach(async ({ admin, kontor, expectedErrors }) => {
  // The first visit of a seller who isn't logged in.
  expectedErrors.push(/status of 401/)
  await prepareMorning(admin, kontor)
})

test('a seller works through the morning by keyboard alone, and the office begins an offer', async ({
  page,
  admin,
}) => {
  test.slow()
  const { keyboard } = page

  await test.step('the seller logs in and filters by overdue steps', async () => {
    await page.goto('/leads')
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('Username')).toBeFocused()
    await keyboard.type(sales.username)
    await keyboard.press('Tab')
    await keyboard.type(sales.password)
    await keyboard.press('Enter')
    await expect(headingOf(page, 'Leads (4)')).toBeVisible()
    await keyboard.press('/')
    await tabTo(page, 'Frist', { most: 4 })
    await keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Alle frister' })).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Forfalt og i dag' })).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Forfalt', exact: true })).toBeFocused()
    await keyboard.press('Enter')
    await expect(headingOf(page, 'Leads (3)')).toBeVisible()
  })

  await test.step('calls the first and postpones its next step', async () => {
    await tabTo(page, 'Nullstill filtre', { most: 3 })
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: `Åpne ${yard}` })).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: `Åpne ${bakery}` })).toBeFocused()
    await keyboard.press('Enter')
    await expect(historyOf(page)).toBeVisible()
    await keyboard.press('l')
    await tabTo(page, 'Ring tilbake', { most: 2 })
    await keyboard.press('Enter')
    await expect(historyOf(page)).toContainText('Samtale: Ring tilbake')
    await keyboard.press('u')
    await expect(page.getByRole('option', { name: /^I morgen/ })).toBeFocused()
    await keyboard.press('Enter')
    await expectToast(page, 'Lead oppdatert vellykket', `${bakery}: Frist`)
    await expect(historyOf(page)).toContainText(/Frist: 02\.01\.2020 → /)
  })

  await test.step('goes on to the one before and makes it a customer', async () => {
    await keyboard.press('k')
    await expect(recordOf(page, yard)).toBeVisible()
    await expect(historyOf(page)).toBeVisible()
    await keyboard.press('n')
    await expect(page.getByLabel('Nytt notat')).toBeFocused()
    await keyboard.type('Kari venter på tilbudet')
    await keyboard.press('Control+Enter')
    await expect(historyOf(page)).toContainText('Kari venter på tilbudet')
    await tabTo(page, 'Gjør til kunde', { key: 'Shift+Tab', most: 12 })
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Gjøre ${yard} til kunde?` })
    await expect(dialog).toContainText(`Det opprettes en ny kunde: ${yard}.`)
    await keyboard.press('Control+Enter')
    await expectToast(page, 'Kunde opprettet', yard)
    await expect(dialog).toBeHidden()
    await expect(historyOf(page)).toContainText('Ble kunde')
    await keyboard.press('f')
    await expectToast(page, 'Neste steg utført', yard)
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(headingOf(page, 'Leads (1)')).toBeVisible()
  })

  expect(await readLeads(admin)).toMatchObject(leadsAfterMorning)

  await test.step('the administrator finds the customer and begins an offer', async () => {
    await keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Søk i alt' })).toBeFocused()
    await keyboard.type('logg ut')
    await expect(page.getByRole('option', { name: 'Logg ut' })).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    await page.goto('/leads')
    await expect(page).toHaveURL('/login')
    await page.goto('/admin')
    await expect(page.getByLabel('Passord')).toBeFocused()
    await keyboard.type(adminPassword)
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Logg ut' })).toBeVisible()
    await keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Søk i alt' })).toBeFocused()
    await keyboard.type('verft')
    const found = page.getByRole('group', { name: 'Kunder' }).getByRole('option', { name: yard })
    await expect(found).toBeVisible()
    await expect(page.getByRole('group', { name: 'Leads' }).getByRole('option', { name: yard })).toBeVisible()
    // Enter pressed before the results for the whole word arrive opens the first of those results.
    const palette = page.getByRole('dialog', { name: 'Søk i alt' })
    await expect(palette.getByRole('status')).toHaveText(/treff/)
    while ((await found.getAttribute('aria-selected')) !== 'true') await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(recordOf(page, yard)).toBeVisible()
    await expect(page.getByRole('link', { name: `Lead: ${yard}` })).toBeVisible()
    await tabTo(page, 'Ny avtale', { most: 4 })
    await keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Ny avtale' })
    await expect(form.getByLabel('Tittel')).toBeFocused()
    await expect(form.getByRole('combobox', { name: 'Kunde' })).toHaveValue(yard)
    await keyboard.type(offerTitle)
    await keyboard.press('Control+Enter')
    await expectToast(page, 'Avtale opprettet', offerTitle)
  })

  await expect(recordOf(page, offerTitle).getByText('Ingen produktlinjer ennå.')).toBeVisible()
})
