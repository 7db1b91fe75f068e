import { adminPassword, sales } from '../../stand-ins/kontor.ts'
import { clearEnquiries, enquiry, passGate, sendEnquiries } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

test('the panel asks a sales user for the password once, again after a reload or logout, and keeps filters', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[13]/)
  await clearEnquiries(admin)
  await sendEnquiries(admin, [enquiry()])
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

  const heading = page.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' })
  const help = page.getByRole('dialog', { name: 'Hurtigtaster' })
  await test.step('shortcuts are off, also after a reload', async () => {
    await heading.click()
    await page.keyboard.press('?')
    await help.getByRole('checkbox', { name: 'Bruk hurtigtaster med én bokstav' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()

    await page.reload()
    await expect(password).toBeVisible()
    await expect(tabs).toHaveCount(0)
    await passGate(page)
    await expect(page.getByRole('tab', { name: 'Kontakter' })).toHaveAttribute('aria-selected', 'true')
    await heading.click()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).not.toBeFocused()
  })

  await test.step('a part of the settings has an address, and Back returns to the one before', async () => {
    const conditions = page.getByRole('region', { name: /^Betingelser/ })
    await page.getByRole('tab', { name: 'Innstillinger' }).click()
    await expect(conditions).toBeVisible()
    await page.getByRole('link', { name: 'System', exact: true }).click()
    await expect(page).toHaveURL('/admin?tab=settings&section=system')
    await expect(page.getByText(/PostgreSQL \d+/)).toBeVisible()
    await page.goBack()
    await expect(conditions).toBeVisible()
  })

  await page.getByRole('link', { name: 'Leads System' }).click()
  await expect(page).toHaveURL('/leads')
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
  await page.goBack()
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await expect(password).toBeVisible()
  await page.goBack()
  await expect(password).toBeVisible()
  await expect(tabs).toHaveCount(0)
})
