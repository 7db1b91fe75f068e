import { expectAccessible } from '../harness/axe.ts'
import { expectToast } from '../harness/customers.ts'
import { addLeads, clearLeads, openLeads, readLeads } from '../harness/leads.ts'
import { expect, test } from '../harness/test.ts'

test('on the board a card is moved by its keys or dragged to another column, and back when the server refuses', async ({
  page,
  admin,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  await clearLeads(kontor)
  await addLeads(admin, [{ company_name: 'Eksempel Bakeri AS' }, { company_name: 'Eksempel Bygg AS' }])
  await openLeads(page)
  await page.getByRole('button', { name: 'Vis som tavle' }).click()
  await expect(page).toHaveURL('/leads?view=board')
  const column = (name: string) => page.getByRole('region', { name })
  const card = (name: string) => page.getByRole('button', { name: `Åpne ${name}` })
  const bakery = page.locator('[data-card]').filter({ hasText: 'Bakeri' })
  await expect(column('Ny').getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await card('Eksempel Bygg AS').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(column('Kontaktet')).toContainText('Eksempel Bygg AS')
  await expect(card('Eksempel Bygg AS')).toBeFocused()
  await expectToast(page, 'Status oppdatert vellykket', 'Eksempel Bygg AS: Kontaktet')
  await bakery.dragTo(column('Avtalt møte'))
  await expect(column('Avtalt møte')).toContainText('Eksempel Bakeri AS')
  const stored = async () => (await readLeads(admin)).map(({ status }) => status)
  await expect.poll(stored).toEqual(['Avtalt møte', 'Kontaktet'])
  await bakery.getByRole('button', { name: /^Åpne/ }).focus()
  await page.keyboard.press('s')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(column('Kunde')).toContainText('Eksempel Bakeri AS')
  await page
    .getByRole('dialog', { name: /til kunde/ })
    .getByRole('button', { name: 'Avbryt' })
    .click()
  await expect(card('Eksempel Bakeri AS')).toBeFocused()
  await page.reload()
  await expect(column('Kunde')).toContainText('Eksempel Bakeri AS')

  let refusal = Promise.withResolvers<void>()
  await page.route('**/api/leads/*/status', async (route) => {
    await refusal.promise
    await route.fulfill({ status: 503, json: { error: 'Databasen er borte.' } })
  })
  await bakery.dragTo(column('Kontaktet'))
  await expect(column('Kontaktet')).toContainText('Eksempel Bakeri AS')
  refusal.resolve()
  await expect(page.getByRole('alert')).toContainText('Statusen til Eksempel Bakeri AS ble ikke endret til Kontaktet.')
  await expect(column('Kunde')).toContainText('Eksempel Bakeri AS')
  refusal = Promise.withResolvers<void>()
  await card('Eksempel Bygg AS').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(column('Ny')).toContainText('Eksempel Bygg AS')
  refusal.resolve()
  await expect(page.getByRole('alert')).toContainText('Statusen til Eksempel Bygg AS ble ikke endret til Ny.')
  await expect(column('Kontaktet')).toContainText('Eksempel Bygg AS')
  await expect(card('Eksempel Bygg AS')).toBeFocused()
  expect(await stored()).toEqual(['Kunde', 'Kontaktet'])
})
