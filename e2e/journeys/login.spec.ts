import { adminPassword, sales } from '../../stand-ins/kontor.ts'
import { passGate } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('the panel asks a sales user for the password, once for all its screens, and again after a reload and the logout', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[13]/)
  const password = page.getByLabel('Passord')
  const tabs = page.getByRole('tab')
  expect((await page.request.post('/api/auth/login', { data: sales })).status()).toBe(200)
  expect((await page.request.get('/api/contacts')).status()).toBe(403)
  await page.goto('/admin/settings')
  await expect(password).toBeFocused()
  await passGate(page, sales.password)
  await expect(page.getByText('Feil passord')).toBeVisible()
  await expect(password).toBeFocused()
  await passGate(page, adminPassword)
  await expect(tabs).toHaveText(['E-post Logg'])
  await page.getByRole('link', { name: 'Tilbake til panelet' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(tabs).toHaveCount(8)

  await page.reload()
  await expect(password).toBeVisible()
  await expect(tabs).toHaveCount(0)
  await passGate(page)
  await expect(page.getByRole('tab', { name: 'Kontakter' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Leads System' }).click()
  await expect(page).toHaveURL('/leads')
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
  await page.goBack()
  await page.getByRole('link', { name: 'Innstillinger' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await expect(password).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin')
  await expect(password).toBeVisible()
  await expect(tabs).toHaveCount(0)
})
