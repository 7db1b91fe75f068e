import type { Page } from '@playwright/test'
import { expect, test } from '../harness/test.ts'

const user = { username: 'åse', password: 'vindauge-kanel-fjelltopp' }

const logIn = async (page: Page, password: string) => {
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a new sales user logs in; a new password and a deactivation end the session at once', async ({
  page,
  admin,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await kontor.sql(`DELETE FROM users WHERE username = 'åse'`)
  const { id } = await (await admin.post('/api/users', { data: user })).json()
  await page.goto('/leads')
  await expect(page).toHaveURL('/login')
  await logIn(page, user.password)
  await expect(page).toHaveURL('/leads')
  await expect(page.getByRole('heading', { name: /^Leads \(/ })).toBeVisible()

  const password = 'et-helt-annet-passord'
  expect((await admin.put(`/api/users/${id}`, { data: { password } })).status()).toBe(200)
  const renewal = page.getByRole('dialog', { name: 'Logg inn igjen' })
  await expect(renewal).toBeVisible()
  await logIn(page, user.password)
  await expect(page.getByText('Invalid username or password').first()).toBeVisible()
  await logIn(page, password)
  await expect(renewal).toBeHidden()

  expect((await admin.put(`/api/users/${id}`, { data: { isActive: false } })).status()).toBe(200)
  await expect(renewal).toBeVisible()
})
