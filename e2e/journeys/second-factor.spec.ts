import type { Page } from '@playwright/test'
import { chooseFromAccount } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'

const user = { username: 'passnøkkel-kari', password: 'et-passord-av-rett-lengde' }

/** Chromium's virtual authenticator, which confirms every request. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const enterPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password').fill(user.password)
  await page.keyboard.press('Enter')
}

test('a new passkey works as the second step, alone and as a proof; a recovery code logs in, too', async ({
  page,
  admin,
  kontor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[13]/)
  expect((await admin.post('/api/users', { data: user })).status()).toBe(200)
  await addAuthenticator(page)
  await page.goto('/login')
  await enterPassword(page)
  await chooseFromAccount(page, 'Totrinnsbekreftelse')
  await page.getByRole('button', { name: 'Legg til passnøkkel' }).click()
  await page.getByLabel('Navn på passnøkkelen').fill('Min PC')
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Gjenopprettingskoder' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [code = ''] = await codes.allInnerTexts()
  await page.getByRole('button', { name: 'Jeg har tatt vare på kodene' }).click()
  await expect(page.getByText('Min PC')).toBeVisible()
  await expect(page.getByText('10 koder igjen')).toBeVisible()
  await page.keyboard.press('Escape')

  const logOut = async () => {
    await page.getByRole('button', { name: 'Logg ut' }).click()
    await expect(page).toHaveURL('/login')
  }
  await logOut()
  await enterPassword(page)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/leads')

  await logOut()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/leads')
  await expect(page.getByRole('button', { name: `Konto: ${user.username}` })).toBeVisible()

  await logOut()
  await enterPassword(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/leads')
  await chooseFromAccount(page, 'Totrinnsbekreftelse')
  await expect(page.getByText('9 koder igjen')).toBeVisible()

  await kontor.sql(`UPDATE sessions SET proven_at = proven_at - interval '15 minutes'`)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.getByRole('button', { name: 'Lag nye koder' }).click()
  await dialog('Lage nye gjenopprettingskoder?').getByRole('button', { name: 'Lag nye koder' }).click()
  await dialog('Bekreft at det er deg').getByRole('button', { name: 'Bruk passnøkkel' }).click()
  await expect(codes).toHaveCount(10)
})
