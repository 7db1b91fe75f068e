import { expectAccessible } from '../harness/axe.ts'
import { addCustomers, clearCustomers } from '../harness/customers.ts'
import { expect, test } from '../harness/mount.ts'
import { openPanel } from '../harness/panel.ts'

test.beforeEach(async ({ admin, page }) => {
  await clearCustomers(admin)
  await addCustomers(admin, [{ name: 'Trolltunge', email: 'post@trolltunge.example', organizationNumber: '900000650' }])
  await openPanel(page, '/admin?tab=customers')
  await page.getByRole('button', { name: 'Åpne Trolltunge' }).click()
})

test('a customer is looked up in the register, and its bankruptcy stands beside its name', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Trolltunge' })
  await expect(dialog.getByRole('status')).toHaveText('Ikke sjekket i Enhetsregisteret ennå.')
  await dialog.getByRole('button', { name: 'Sjekk nå' }).click()
  await expect(dialog.getByRole('status')).toContainText('Konkurs i Enhetsregisteret.')
  await expect(dialog.getByRole('status')).toContainText('Sjekket')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'Trolltunge' })).toContainText('Konkurs')
})

test.describe('a register that is away', () => {
  test.use({ expectedErrors: [/502/] })

  test('is told in its place', async ({ page, register }) => {
    register.misbehave({ status: 503 })
    const dialog = page.getByRole('dialog', { name: 'Trolltunge' })
    await dialog.getByRole('button', { name: 'Sjekk nå' }).click()
    await expect(dialog.getByRole('status')).toContainText('Brønnøysundregistrene svarer ikke')
    await expect(dialog.getByRole('button', { name: 'Sjekk nå' })).toBeEnabled()
  })
})
