import { expectAccessible } from '../harness/axe.ts'
import { clearEnquiries, enquiry, openPanel, passGate, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('asks for the password on entry, after a reload and after the logout', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  const password = page.getByLabel('Passord')
  const contacts = page.getByRole('tab', { name: 'Kontakter' })
  await page.goto('/admin')
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await passGate(page, 'feil')
  await expect(page.getByText('Feil passord')).toBeVisible()
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await passGate(page)
  await expect(contacts).toHaveAttribute('aria-selected', 'true')

  await page.reload()
  await expect(password).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await passGate(page)
  await page.getByRole('link', { name: 'Innstillinger' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await expect(password).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin')
  await expect(password).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('goes between settings, panel and leads with one password', async ({ page }) => {
  await page.goto('/admin/settings')
  await expect(page.getByLabel('Passord')).toBeVisible()
  await passGate(page)
  await expect(page.getByRole('tab')).toHaveText(['E-post Logg'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tilbake til panelet' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('tab')).toHaveCount(8)
  await page.getByRole('link', { name: 'Innstillinger' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByRole('tab')).toHaveText(['E-post Logg'])
  await page.getByRole('link', { name: 'Leads System' }).click()
  await expect(page).toHaveURL('/leads')
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
})

test('asks again when the session has expired and keeps what was on the screen', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await clearEnquiries(admin)
  await sendEnquiries(admin, [enquiry()])
  await openPanel(page)
  await page.getByRole('searchbox').fill('Kari')
  await page.request.post('/api/admin/logout')
  const gate = page.getByRole('dialog', { name: 'Logg inn igjen' })
  await expect(gate).toBeVisible()
  await expectAccessible(page)
  await passGate(page)
  await expect(gate).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('Kari')
})
