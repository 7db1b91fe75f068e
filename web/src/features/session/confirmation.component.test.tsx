import { confirmTotp, startTotp } from '@kontor/contract/second-factor/second-factor.endpoints'
import { createUser, listUsers } from '@kontor/contract/users/users.endpoints'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { chooseFromAccount, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { totpCode } from '../../testing/totp.ts'

const { adminPassword } = inject('accounts')
const settings = '/admin?tab=settings&section=brukere'
const dialog = page.getByRole('dialog', { name: 'Bekreft at det er deg' })
const form = page.getByRole('dialog', { name: 'Ny bruker' })
const password = dialog.getByLabelText('Passord')
const outlast = () => commands.sql(`UPDATE sessions SET proven_at = proven_at - interval '15 minutes'`)

beforeEach(async () => {
  await commands.sql(`DELETE FROM users WHERE username <> 'salg'`)
  await commands.sql('DELETE FROM login_failures')
  await logIn('admin')
})

const fillForm = async () => {
  await openOffice(settings)
  await page.getByRole('button', { name: 'Ny bruker' }).click()
  await form.getByLabelText(/^Brukernavn/).fill('åse')
  await form.getByLabelText(/^Passord/).fill('vindauge-kanel-fjelltopp')
  await outlast()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(password).toHaveFocus()
}

test('asks over the open form, which cancelling keeps, and then repeats the call by itself', async () => {
  await fillForm()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(form.getByLabelText(/^Brukernavn/)).toHaveValue('åse')
  await expect.element(form.getByLabelText(/^Passord/)).toHaveValue('vindauge-kanel-fjelltopp')
  expect(await call(listUsers, {})).toHaveLength(1)
  await form.getByRole('button', { name: 'Opprett' }).click()
  await expect.element(password).toHaveFocus()
  await expect.element(dialog.getByRole('button', { name: /^Bruk/ })).not.toBeInTheDocument()
  await userEvent.keyboard('feil{Enter}')
  await expect.element(dialog.getByText('Feil passord')).toBeVisible()
  await userEvent.keyboard(`${adminPassword}{Enter}`)
  await expectToast('Bruker opprettet', 'åse kan nå logge inn i leads.')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await call(listUsers, {})).toHaveLength(2)
})

describe('with a second factor', () => {
  afterEach(() => commands.sql('DELETE FROM authenticators'))

  test('takes a passkey or a code of the app in place of the password, and keeps asking until one is right', async () => {
    vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('Refused', 'NotAllowedError'))
    const { secret, ticket } = await call(startTotp, {})
    await call(confirmTotp, { body: { ticket, code: await totpCode(secret) } })
    await commands.sql(`INSERT INTO authenticators (kind, name, credential_id, public_key, counter, transports)
      VALUES ('passkey', 'Min PC', 'abc', '\\x00', 0, '[]')`)
    await fillForm()
    await dialog.getByRole('button', { name: 'Bruk passnøkkel' }).click()
    await expect.element(dialog.getByText('Passnøkkelen ble ikke brukt. Prøv igjen.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Bruk kode fra appen' }).click()
    const code = dialog.getByLabelText('Kode')
    await expect.element(code).toHaveFocus()
    await userEvent.keyboard('000{Enter}')
    await expect.element(dialog.getByText('Koden har seks sifre')).toBeVisible()
    await dialog.getByRole('button', { name: 'Bruk passord' }).click()
    await expect.element(password).toHaveFocus()
    await dialog.getByRole('button', { name: 'Bruk kode fra appen' }).click()
    await code.fill(await totpCode(secret, 1))
    await userEvent.keyboard('{Enter}')
    await expectToast('Bruker opprettet', 'åse kan nå logge inn i leads.')
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

test('lists the devices, logs one out and then all others', async () => {
  await call(createUser, { body: { username: 'nils', password: 'vindauge-kanel-fjelltopp' } })
  await commands.sql(`DELETE FROM sessions WHERE user_id IS NOT NULL`)
  await commands.sql(`
    INSERT INTO sessions (id, data, expires_at, address, user_agent)
    SELECT md5(n::text), data, expires_at, '192.0.2.' || n, 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    FROM generate_series(1, 3) n, (SELECT * FROM sessions ORDER BY created_at DESC LIMIT 1) own`)
  await openOffice(settings)
  await chooseFromAccount('Innloggede enheter')
  const devices = page.getByRole('dialog', { name: 'Innloggede enheter' })
  const rows = devices.getByRole('listitem')
  await expect.element(rows.filter({ hasText: 'Denne enheten' })).toBeVisible()
  await rows
    .filter({ hasText: '192.0.2.2' })
    .getByRole('button', { name: /^Logg ut Firefox på Linux/ })
    .click()
  await expect.element(rows.filter({ hasText: '192.0.2.2' })).not.toBeInTheDocument()
  await expect.element(rows.filter({ hasText: '192.0.2.1' })).toBeVisible()
  await devices.getByRole('button', { name: 'Logg ut alle andre' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logg ut alle andre' }).click()
  await expect.element(rows.filter({ hasText: 'Denne enheten' })).toBeVisible()
  await expect.element(rows.filter({ hasText: '192.0.2.1' })).not.toBeInTheDocument()
})
