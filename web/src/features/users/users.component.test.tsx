import { createUser, listUsers } from '@kontor/contract/users/users.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { countCalls } from '../../testing/calls.ts'
import { chooseOption, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const password = 'et-passord-av-rett-lengde'
const usersPath = /^\/api\/users$/
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog')
const heading = (count: number) => page.getByRole('heading', { name: `Brukere (${count})` })
const rowOf = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ hasText: /Opprettet \d/ })
const open = () => openOffice('/admin?tab=settings&section=brukere')

/** Logs in without touching the page's own session; resolves to the status. */
const logInAs = async (username: string, typed: string): Promise<number> => {
  const answer = await fetch('/api/auth/login', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: typed }),
  })
  return answer.status
}

beforeEach(async () => {
  await commands.sql(`DELETE FROM users WHERE username <> 'salg'`)
  await logIn('admin')
})

test('adds a seller with a suggested password and an administrator, and shows errors at their fields', async () => {
  await open()
  await expect.element(heading(1)).toBeVisible()
  await page.getByRole('button', { name: 'Ny bruker' }).click()
  const name = dialog.getByLabelText(/^Brukernavn/)
  const typed = dialog.getByLabelText(/^Passord/)
  await expect.element(name).toHaveFocus()
  await name.fill('SALG')
  await dialog.getByRole('button', { name: 'Foreslå' }).click()
  const suggestion = (await typed.findElement()) as HTMLInputElement
  await expect.poll(() => suggestion.value).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
  const suggested = suggestion.value
  await dialog.getByRole('button', { name: 'Opprett' }).dblClick()
  await expect.element(dialog.getByText('Brukernavnet er i bruk.').first()).toBeVisible()
  await expect.element(name).toHaveFocus()
  await expect.element(typed).toHaveValue(suggested)
  expect(countCalls('POST', usersPath)).toBe(1)
  await name.fill('åse')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Bruker opprettet', 'åse kan nå logge inn i leads.')
  await expect.element(heading(2)).toBeVisible()
  await expect.element(rowOf('åse')).toMatchTextContent('Har ikke logget inn ennå')
  expect(await logInAs('åse', suggested)).toBe(200)

  await page.getByRole('button', { name: 'Ny bruker' }).click()
  await name.fill('leder')
  await typed.fill(password)
  await chooseOption(dialog.getByRole('combobox', { name: 'Rolle' }), 'Administrator')
  await dialog.getByRole('button', { name: 'Opprett' }).click()
  await expectToast('Bruker opprettet', 'leder kan nå logge inn i panelet og i leads.')
  await expect.element(rowOf('leder')).toMatchTextContent('Administrator')
  await page.getByRole('button', { name: 'Rolle for leder' }).click()
  await chooseOption(dialog.getByRole('combobox', { name: 'Rolle' }), 'Selger')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(page.getByText('leder er nå selger.').first()).toBeVisible()
  await expect.element(rowOf('leder')).toMatchTextContent('Selger')
})

test('sets a new password, deactivates, activates and deletes a user', async () => {
  await call(createUser, { body: { username: 'ola', password } })
  await logInAs('ola', password)
  await open()
  await expect.element(rowOf('ola')).toMatchTextContent('Sist innlogget')
  await page.getByRole('button', { name: 'Nytt passord for ola' }).click()
  await dialog.getByLabelText(/^Nytt passord/).fill('et-helt-annet-passord')
  await dialog.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(page.getByText(/ola har fått nytt passord\./).first()).toBeVisible()
  expect(await logInAs('ola', 'et-helt-annet-passord')).toBe(200)

  await page.getByRole('button', { name: 'Deaktiver ola' }).click()
  await question.getByRole('button', { name: 'Deaktiver' }).click()
  await expect.element(rowOf('ola').getByText('Inaktiv')).toBeVisible()
  await page.getByRole('button', { name: 'Aktiver ola', exact: true }).click()
  await expect.element(rowOf('ola').getByText('Inaktiv')).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Slett ola' }).click()
  await question.getByRole('button', { name: 'Slett' }).click()
  await expect.element(page.getByText('Bruker slettet').first()).toBeVisible()
  await expect.element(rowOf('ola')).not.toBeInTheDocument()
  expect(await call(listUsers, {})).toHaveLength(1)
})
