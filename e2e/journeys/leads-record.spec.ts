import { expectAccessible } from '../harness/axe.ts'
import { addLeads, clearLeads, openLeads } from '../harness/leads.ts'
import { expectToast } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('a seller works through the list by keyboard: opens a lead, notes, calls, goes on, reloads and goes back', async ({
  page,
  admin,
  kontor,
}) => {
  await clearLeads(kontor)
  await addLeads(admin, [
    { company_name: 'Andre AS', status: 'Ny' },
    { company_name: 'Første AS', status: 'Ny', phone: '22 33 44 55' },
  ])
  await openLeads(page, '/leads?status=Ny')
  await expect(page.getByRole('heading', { name: 'Leads (2)' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Åpne Første AS' })).toBeFocused()
  await page.keyboard.press('Enter')
  const first = page.getByRole('dialog', { name: 'Første AS' })
  const history = page.getByRole('list', { name: 'Historikk' })
  await expect(history).toContainText('Leadet ble opprettet')
  await expect(first.getByRole('link', { name: '22 33 44 55' })).toHaveAttribute('href', 'tel:+4722334455')
  await page.getByRole('textbox', { name: 'Nytt notat' }).focus()
  await page.keyboard.type('Vil ha tilbud')
  await page.keyboard.press('Control+Enter')
  await expect(history).toContainText('Vil ha tilbud')
  await page.getByRole('button', { name: 'Ring tilbake' }).press('Enter')
  await expectToast(page, 'Samtale logget', 'Ring tilbake')
  await expect(history).toContainText('Samtale: Ring tilbake')
  await expectAccessible(page)

  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: 'Andre AS' })).toContainText('2 av 2')
  await page.keyboard.press('k')
  await expect(first).toBeVisible()
  // The server knows the address, and the list beneath is the same.
  await page.reload()
  await expect(history).toContainText('Vil ha tilbud')
  await expect(page).toHaveURL(/\/leads\/\d+\?status=Ny$/)
  await page.goBack()
  await expect(page).toHaveURL('/leads?status=Ny')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Leads (2)' })).toBeVisible()
})
