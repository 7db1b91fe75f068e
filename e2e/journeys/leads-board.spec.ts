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
  await page.keyboard.press('ArrowDown')
  await expect(card('Eksempel Bygg AS')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Hurtigtaster' })).toContainText('Gå til første kort↓')
  await page.keyboard.press('Escape')
  await expect(card('Eksempel Bygg AS')).toBeFocused()
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
  await page
    .getByRole('dialog', { name: /til kunde/ })
    .getByRole('button', { name: 'Avbryt' })
    .click()
  await expect(column('Kunde')).toContainText('Eksempel Bakeri AS')
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

test('the board is fetched anew at a press, stays in sight when that fails, and says when a filter has emptied it', async ({
  page,
  admin,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await clearLeads(kontor)
  await addLeads(admin, [{ company_name: 'Eksempel Bakeri AS' }])
  await openLeads(page, '/leads?view=board')
  const cards = page.locator('[data-card]')
  await expect(cards).toHaveCount(1)
  await addLeads(admin, [{ company_name: 'Eksempel Bygg AS', status: 'Kunde' }])
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect(page.getByRole('region', { name: 'Kunde' })).toContainText('Eksempel Bygg AS')

  await page.route('**/api/leads?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to fetch leads. Listen kan være gammel.' }),
  ).toHaveCount(1)
  await expect(cards).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
  await expect(page.getByText(/Failed to fetch leads/)).toHaveCount(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect(cards).toHaveCount(2)

  await page.getByRole('searchbox').fill('finnes ikke')
  await expect(page.getByRole('heading', { name: 'Ingen resultater funnet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nullstill filtre' }).last().click()
  await expect(cards).toHaveCount(2)
})

test('a board that could not be fetched when it was opened says so once', async ({
  page,
  admin,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/)
  await clearLeads(kontor)
  await addLeads(admin, [{ company_name: 'Eksempel Bakeri AS' }])
  await openLeads(page)
  await expect(page.getByRole('heading', { name: 'Leads (1)' })).toBeVisible()
  await page.route('**/api/leads?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Vis som tavle' }).click()
  await expect(page.getByRole('heading', { name: 'Failed to fetch leads' })).toBeVisible()
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect(page.getByRole('button', { name: 'Oppdater' })).toBeEnabled()
  await expect(page.getByText(/Failed to fetch leads/)).toHaveCount(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect(page.locator('[data-card]')).toHaveCount(1)
})
