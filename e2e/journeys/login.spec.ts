import { adminPassword, sales } from '../../stand-ins/kontor.ts'
import { expectAccessible } from '../harness/axe.ts'
import { expect, test } from '../harness/test.ts'

test('shows leads only after the login, across a reload and until the logout', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 401/)
  await page.goto('/leads')
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Username').fill(sales.username.toUpperCase())
  await page.getByLabel('Password').fill(sales.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/leads')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Leads', level: 1 })).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/leads')
  await expect(page).toHaveURL('/login')
})

test("keeps a sales user out of the panel without the administrator's password", async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  expect((await request.post('/api/auth/login', { data: sales })).status()).toBe(200)
  expect((await request.get('/api/contacts')).status()).toBe(403)
  await page.goto('/admin')
  await page.getByLabel('Passord').fill(sales.password)
  await page.getByRole('button', { name: 'Logg inn' }).click()
  await expect(page.getByText('Feil passord')).toBeVisible()
  await page.getByLabel('Passord').fill(adminPassword)
  await page.getByRole('button', { name: 'Logg inn' }).click()
  await expect(page.getByRole('button', { name: 'Logg ut' })).toBeVisible()
})
