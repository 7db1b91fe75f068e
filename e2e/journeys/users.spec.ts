import type { Page } from '@playwright/test'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const logIn = async (page: Page, password: string) => {
  await page.getByLabel('Username').fill('åse')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a new sales user logs in; a new password and a deactivation end the session at once', async ({
  page,
  browser,
  kontor,
}) => {
  await kontor.sql(`DELETE FROM users WHERE username = 'åse'`)
  await openPanel(page, '/admin?tab=settings&section=brukere')
  await page.getByRole('button', { name: 'Ny bruker' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Brukernavn').fill('åse')
  await dialog.getByRole('button', { name: 'Foreslå' }).click()
  const suggested = await dialog.getByLabel('Passord').inputValue()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Bruker opprettet').first()).toBeVisible()

  const context = await browser.newContext({ baseURL: kontor.url })
  const seller = await context.newPage()
  await seller.goto('/leads')
  await expect(seller).toHaveURL('/login')
  await logIn(seller, suggested)
  await expect(seller).toHaveURL('/leads')
  await expect(seller.getByRole('heading', { name: /^Leads \(/ })).toBeVisible()

  await page.getByRole('button', { name: 'Nytt passord for åse' }).click()
  await dialog.getByLabel('Nytt passord').fill('et-helt-annet-passord')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect(page.getByText('åse har fått nytt passord.').first()).toBeVisible()
  const renewal = seller.getByRole('dialog', { name: 'Logg inn igjen' })
  await expect(renewal).toBeVisible()
  await logIn(seller, suggested)
  await expect(seller.getByText('Invalid username or password').first()).toBeVisible()
  await logIn(seller, 'et-helt-annet-passord')
  await expect(renewal).toBeHidden()

  await page.getByRole('button', { name: 'Deaktiver åse' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deaktiver' }).click()
  await expect(page.getByRole('button', { name: 'Aktiver åse', exact: true })).toBeVisible()
  await expect(renewal).toBeVisible()
  await context.close()
})

test('a sales user changes the own password: other devices are logged out, this one goes on', async ({
  page,
  browser,
  kontor,
  admin,
}) => {
  await kontor.sql(`DELETE FROM users WHERE username = 'åse'`)
  const [old, chosen] = ['vindauge-kanel-fjelltopp', 'smørbrød-og-en-gammel-traktor']
  const added = await admin.post('/api/users', { data: { username: 'åse', password: old } })
  expect(added.status()).toBe(200)
  const context = await browser.newContext({ baseURL: kontor.url })
  const elsewhere = await context.newPage()
  for (const device of [page, elsewhere]) {
    await device.goto('/login')
    await logIn(device, old)
    await expect(device.getByRole('heading', { name: /^Leads \(/ })).toBeVisible()
  }

  await page.getByRole('button', { name: 'Bytt passord' }).press('Enter')
  await page.keyboard.type(old)
  await page.keyboard.press('Tab')
  await page.keyboard.type(chosen)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Passordet er byttet').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Leads \(/ })).toBeVisible()

  const renewal = elsewhere.getByRole('dialog', { name: 'Logg inn igjen' })
  await expect(renewal).toBeVisible()
  await logIn(elsewhere, old)
  await expect(elsewhere.getByText('Invalid username or password').first()).toBeVisible()
  await logIn(elsewhere, chosen)
  await expect(renewal).toBeHidden()
  await context.close()
})
