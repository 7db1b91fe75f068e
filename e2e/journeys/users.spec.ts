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
