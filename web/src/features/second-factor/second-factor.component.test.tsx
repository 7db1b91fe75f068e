import { confirmTotp, startTotp } from '@kontor/contract/second-factor/second-factor.endpoints'
import { adminLogin } from '@kontor/contract/session/session.endpoints'
import { createUser } from '@kontor/contract/users/users.endpoints'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { hold } from '../../testing/calls.ts'
import { clickTrusted } from '../../testing/in-page-actions.ts'
import { chooseFromAccount, expectToast } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { totpCode } from '../../testing/totp.ts'

const { sales } = inject('accounts')
const settings = '/admin?tab=settings&section=innlogging'
const dialog = page.getByRole('dialog')
const codes = page.getByRole('dialog', { name: 'Gjenopprettingskoder' })
const requireOf = (role: string) => page.getByRole('checkbox', { name: `Krev totrinnsbekreftelse av ${role}` })

const reset = async () => {
  await commands.sql('DELETE FROM authenticators')
  await commands.sql('DELETE FROM recovery_codes')
  await commands.sql(`DELETE FROM system_settings WHERE key IN ('second_factor_policy', 'shared_password_off')`)
  await commands.sql('DELETE FROM login_failures')
}

beforeEach(reset)
afterEach(reset)

/** The secret on the screen. */
const shownSecret = async (): Promise<string> => {
  const text = dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/)
  await expect.element(text).toBeVisible()
  return text.element().textContent ?? ''
}

/** Adds an app to the account that is logged in; returns its secret. */
const addApp = async (): Promise<string> => {
  const { secret, ticket } = await call(startTotp, {})
  await call(confirmTotp, { body: { ticket, code: await totpCode(secret) } })
  return secret
}

/** The user closes the browser's question. */
const refusePasskeys = (method: 'create' | 'get') =>
  vi.spyOn(navigator.credentials, method).mockRejectedValue(new DOMException('Refused', 'NotAllowedError'))

describe('Innlogging in Innstillinger', () => {
  test('keeps a form without a passkey, and sets up an app with ten recovery codes shown once', async () => {
    refusePasskeys('create')
    await openOffice(settings)
    await expect.element(page.getByText(/^Totrinnsbekreftelse er av\./)).toBeVisible()

    await page.getByRole('button', { name: 'Legg til passnøkkel' }).click()
    const name = dialog.getByLabelText(/^Navn på passnøkkelen/)
    await expect.element(name).toHaveFocus()
    await name.clear()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('Navn er påkrevd')).toBeVisible()
    await name.fill('Min mobil')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog.getByText('Passnøkkelen ble ikke laget. Prøv igjen.')).toBeVisible()
    await expect.element(name).toHaveValue('Min mobil')
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    await page.getByRole('button', { name: 'Forkast' }).click()
    await expect.element(dialog).not.toBeInTheDocument()

    await page.getByRole('button', { name: 'Legg til autentiseringsapp' }).click()
    await expect.element(dialog.getByRole('img', { name: 'QR-kode for autentiseringsappen' })).toBeVisible()
    const secret = await shownSecret()
    const code = dialog.getByLabelText('Koden som appen viser')
    await expect.element(code).toHaveFocus()
    await code.fill(await totpCode(secret, 40))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(dialog.getByText(/^Koden er feil\. Sjekk at klokka/)).toBeVisible()
    await expect.element(code).toHaveFocus()
    await code.fill(await totpCode(secret))
    await userEvent.keyboard('{Enter}')
    await expect.element(codes.getByRole('listitem').first()).toBeVisible()
    expect(codes.getByRole('listitem').elements()).toHaveLength(10)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('De vises ikke igjen.')).toBeVisible()
    await clickTrusted(page.getByRole('button', { name: 'Vis kodene' }))
    await clickTrusted(codes.getByRole('button', { name: 'Jeg har tatt vare på kodene' }))
    await expectToast('Totrinnsbekreftelse er oppdatert', 'Totrinnsbekreftelse er oppdatert')
    await expect.element(page.getByText(/^10 koder igjen\./)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Legg til autentiseringsapp' })).not.toBeInTheDocument()
  })

  test('requires it of administrators once the caller has it; renames an app, makes new codes and removes it', async () => {
    await openOffice(settings)
    await requireOf('administratorer').click()
    await expect.element(page.getByText(/^Sett opp totrinnsbekreftelse for deg selv før/)).toBeVisible()
    await expect.element(requireOf('administratorer')).not.toBeChecked()
    await requireOf('selgere').click()
    await expectToast('Kravet er lagret', 'Kravet er lagret')
    await addApp()
    await commands.sql(
      'DELETE FROM recovery_codes WHERE code_hash NOT IN (SELECT code_hash FROM recovery_codes LIMIT 1)',
    )
    await openOffice(settings)
    // Two quick choices are both stored.
    const { release } = hold('PUT', /^\/api\/second-factor\/policy$/)
    await requireOf('administratorer').click()
    await requireOf('selgere').click()
    await expect.element(requireOf('administratorer')).toBeChecked()
    await expect.element(requireOf('selgere')).not.toBeChecked()
    release()
    await expectToast('Kravet er lagret', 'Kravet er lagret')
    await expect
      .poll(() => commands.sql(`SELECT value FROM system_settings WHERE key = 'second_factor_policy'`))
      .toEqual([{ value: { admin: true, sales: false } }])

    await expect.element(page.getByText(/^Du har bare 1 gjenopprettingskode igjen\./)).toBeVisible()
    await page.getByRole('button', { name: 'Gi nytt navn til Autentiseringsapp' }).click()
    await dialog.getByLabelText(/^Navn/).fill('Kontorets telefon')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('Kontorets telefon')).toBeVisible()
    await page.getByRole('button', { name: 'Lag nye koder' }).click()
    await dialog.getByRole('button', { name: 'Lag nye koder' }).click()
    await codes.getByRole('button', { name: 'Jeg har tatt vare på kodene' }).click()
    await expect.element(page.getByText(/^10 koder igjen\./)).toBeVisible()

    const remove = async () => {
      await page.getByRole('button', { name: 'Fjern Kontorets telefon' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Fjern' }).click()
    }
    await remove()
    await expect.element(page.getByText(/^Bedriften krever totrinnsbekreftelse\. Legg til en annen/)).toBeVisible()
    await commands.sql(`DELETE FROM system_settings WHERE key = 'second_factor_policy'`)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Fjern' }).click()
    await expect.element(page.getByText(/^Totrinnsbekreftelse er av\./)).toBeVisible()
    expect(await commands.sql('SELECT code_hash FROM recovery_codes')).toEqual([])
  })
})

describe('the shared password', () => {
  const user = { username: 'sunniva', password: 'vindauge-kanel-fjelltopp', role: 'admin' } as const
  const shared = page.getByRole('checkbox', { name: 'Administratorer kan logge inn med det felles passordet' })

  afterEach(() => commands.sql(`DELETE FROM users WHERE username = 'sunniva'`))

  test('is switched off by a named administrator with a second factor, and is then no way in', async () => {
    await logIn('admin')
    await call(createUser, { body: user })
    await call(adminLogin, { body: { username: user.username, password: user.password } })
    await openOffice(settings)
    await shared.click()
    await expect.element(page.getByText(/^Det felles passordet kan slås av når minst én administrator/)).toBeVisible()
    await addApp()
    await shared.click()
    await expectToast('Det felles passordet er slått av', 'Det felles passordet er slått av')
    await openOffice('/admin', 'nobody')
    await expect.element(page.getByLabelText('Brukernavn')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Bruk felles passord' })).not.toBeInTheDocument()
  })
})

describe("a seller's login", () => {
  const enterPassword = async () => {
    await openOffice('/login', 'nobody')
    await page.getByLabelText('Username').fill(sales.username)
    await page.getByLabelText('Password').fill(sales.password)
    await userEvent.keyboard('{Enter}')
  }

  test('takes a code of the app after the password, or a recovery code', async () => {
    await logIn('sales')
    const secret = await addApp()
    await enterPassword()
    const code = page.getByLabelText('Code')
    await expect.element(code).toHaveFocus()
    await userEvent.keyboard('123 456{Enter}')
    await expect.element(page.getByText('The code is wrong or was used before. Wait for the next one.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabelText('Recovery code').fill('aaaa-bbbb-cccc-dddd')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The recovery code is wrong or was used before.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a code from the app' }).click()
    await code.fill(await totpCode(secret, 1))
    await userEvent.keyboard('{Enter}')
    await expect.poll(shownUrl).toBe('/leads')
  })

  test('leads through setting up an app where the company requires it', async () => {
    await commands.sql(
      `INSERT INTO system_settings (key, value) VALUES ('second_factor_policy', '{"sales": true, "admin": false}')`,
    )
    await enterPassword()
    await expect.element(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
    await page.getByRole('button', { name: 'Authenticator app' }).click()
    const text = page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/)
    await expect.element(text).toBeVisible()
    await page.getByLabelText('The code that the app shows').fill(await totpCode(text.element().textContent ?? ''))
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(10)
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await expect.poll(shownUrl).toBe('/leads')
    // The account menu leads to the second factor.
    await chooseFromAccount('Totrinnsbekreftelse')
    await expect.element(dialog.getByText(/^10 koder igjen\./)).toBeVisible()
  })
})
