import { createUser, listUsers } from '@kontor/contract/users/users.endpoints'
import { beforeEach, expect, inject, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { forgetAdminLogin } from '../../platform/session.ts'
import { waitForAnswers } from '../../testing/calls.ts'
import { chooseFromAccount, expectToast } from '../../testing/locators.ts'
import { goTo, openOffice } from '../../testing/office.tsx'
import { logIn, logOut } from '../../testing/session.ts'

const named = { username: 'sunniva', password: 'vindauge-kanel-fjelltopp', role: 'admin' } as const
const username = page.getByLabelText('Brukernavn')
const password = page.getByLabelText('Passord', { exact: true })
const settings = '/admin?tab=settings&section=brukere'
const dialog = page.getByRole('dialog')
const renewal = page.getByRole('dialog', { name: 'Logg inn igjen' })

beforeEach(async () => {
  await commands.sql(`DELETE FROM users WHERE username <> 'salg'`)
  await commands.sql('DELETE FROM login_failures')
  await logIn('admin')
  await call(createUser, { body: named })
})

test('logs in to the panel by username, changes the own password, and logs in again by that name, or as another', async () => {
  await openOffice(settings)
  await waitForAnswers()
  await logOut()
  forgetAdminLogin()
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(username).toHaveFocus()
  await password.fill('feil')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Fyll inn brukernavn')).toBeVisible()
  await expect.element(username).toHaveFocus()
  await username.fill(named.username)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Feil brukernavn eller passord')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await page.getByRole('button', { name: 'Bruk felles passord' }).click()
  await expect.element(username).not.toBeInTheDocument()
  await expect.element(password).toHaveFocus()
  await page.getByRole('button', { name: 'Bruk brukernavn' }).click()
  await username.fill(named.username)
  await password.fill(named.password)
  await userEvent.keyboard('{Enter}')
  await chooseFromAccount('Bytt passord')
  await dialog.getByLabelText(/^Passordet du har nå/).fill(named.password)
  await dialog.getByLabelText(/^Nytt passord/).fill('smørbrød-og-en-gammel-traktor')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Passordet er byttet', 'Du er logget ut alle andre steder.')
  await commands.sql('DELETE FROM sessions')
  await page.getByRole('link', { name: 'Papirkurv' }).click()
  await expect.element(renewal).toBeVisible()
  await expect.element(username).toHaveValue(named.username)
  await expect.element(password).toHaveFocus()
  await userEvent.keyboard('smørbrød-og-en-gammel-traktor{Enter}')
  await expect.element(renewal).not.toBeInTheDocument()
  goTo(settings)
  await page.getByRole('button', { name: 'Ny bruker' }).click()
  await dialog.getByLabelText(/^Brukernavn/).fill('halvor')
  await commands.sql('DELETE FROM sessions')
  const reading = expect(call(listUsers, {})).rejects.toThrow('401')
  await renewal.getByRole('button', { name: 'Bruk felles passord' }).click()
  await renewal.getByLabelText('Passord', { exact: true }).fill(inject('accounts').adminPassword)
  await userEvent.keyboard('{Enter}')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forkast' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await reading
})
