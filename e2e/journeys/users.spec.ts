import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../harness/axe.ts'
import { openPanel } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const password = 'et-passord-av-rett-lengde'

const openUsers = async (page: Page) => {
  await openPanel(page, '/admin?tab=settings')
  await expect(page.getByRole('heading', { name: /^Salgsbrukere \(\d+\)$/ })).toBeVisible()
}

const logIn = (api: APIRequestContext, username: string, typed: string) =>
  api.post('/api/auth/login', { data: { username, password: typed } })

const toast = (page: Page, text: string) => page.getByText(text).first()

test('a sales user is added with a suggested password, logs in, and is seen to have done so', async ({
  page,
  playwright,
  kontor,
}) => {
  await openUsers(page)
  await page.getByRole('button', { name: 'Ny bruker' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Brukernavn')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText('Brukernavn er påkrevd')).toBeVisible()
  await expect(dialog.getByLabel('Brukernavn')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Brukernavn').fill('åse')
  await dialog.getByLabel('Passord').fill('for kort')
  await expect(dialog.getByText('Passordet må ha minst 12 tegn')).toBeVisible()
  await dialog.getByRole('button', { name: 'Foreslå' }).click()
  const suggested = await dialog.getByLabel('Passord').inputValue()
  expect(suggested).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Bruker opprettet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Salgsbrukere (2)' })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: /åse.*Opprettet/s })
  await expect(row).toContainText('Har ikke logget inn ennå')

  const seller = await playwright.request.newContext({ baseURL: kontor.url })
  expect((await logIn(seller, 'åse', suggested)).status()).toBe(200)
  await page.reload()
  await openUsers(page)
  await expect(row).toContainText('Sist innlogget')
  await seller.dispose()
})

test('a name that is taken is told at its field, and what was typed stays', async ({ page, expectedErrors }) => {
  expectedErrors.push(/409/)
  await openUsers(page)
  await page.getByRole('button', { name: 'Ny bruker' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Brukernavn').fill('SALG')
  await dialog.getByLabel('Passord').fill(password)
  await dialog.getByRole('button', { name: 'Opprett' }).dblclick()
  await expect(dialog.getByText('Brukernavnet er i bruk.').first()).toBeVisible()
  await expect(dialog.getByLabel('Brukernavn')).toBeFocused()
  await expect(dialog.getByLabel('Passord')).toHaveValue(password)
  await dialog.getByRole('button', { name: 'Avbryt' }).click()
  await page.getByRole('button', { name: 'Forkast' }).click()
  await expect(dialog).toBeHidden()
})

test('a new password and a deactivation end the sessions at once; a deleted user is gone', async ({
  page,
  admin,
  playwright,
  kontor,
}) => {
  await admin.post('/api/users', { data: { username: 'ola', password } })
  const seller = await playwright.request.newContext({ baseURL: kontor.url })
  const session = async () => (await seller.get('/api/auth/session')).status()
  await logIn(seller, 'ola', password)
  expect(await session()).toBe(200)
  await openUsers(page)

  await page.getByRole('button', { name: 'Nytt passord for ola' }).click()
  await page.getByRole('dialog').getByLabel('Nytt passord').fill('et-helt-annet-passord')
  await page.getByRole('dialog').getByRole('button', { name: 'Lagre' }).click()
  await expect(toast(page, 'ola har fått nytt passord.')).toBeVisible()
  expect(await session()).toBe(401)
  expect((await logIn(seller, 'ola', 'et-helt-annet-passord')).status()).toBe(200)

  await page.getByRole('button', { name: 'Deaktiver ola' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deaktiver' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'ola' })
  await expect(row.getByText('Inaktiv')).toBeVisible()
  expect(await session()).toBe(401)
  expect((await logIn(seller, 'ola', 'et-helt-annet-passord')).status()).toBe(401)
  await page.getByRole('button', { name: 'Aktiver ola', exact: true }).click()
  await expect(row.getByText('Aktiv', { exact: true })).toBeVisible()
  expect((await logIn(seller, 'ola', 'et-helt-annet-passord')).status()).toBe(200)

  await page.getByRole('button', { name: 'Slett ola' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await expect(toast(page, 'Bruker slettet')).toBeVisible()
  await expect(row).toBeHidden()
  expect(await session()).toBe(401)
  await seller.dispose()
})

test('without any sales user the list says how to begin', async ({ page, kontor }) => {
  await kontor.sql('DELETE FROM users')
  await openUsers(page)
  await expect(page.getByText('Ingen salgsbrukere ennå')).toBeVisible()
  await expectAccessible(page)
})
