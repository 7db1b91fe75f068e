import { createUser } from '@kontor/contract/users/users.endpoints'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { countCalls, hold, intercept } from '../../testing/calls.ts'
import { chooseFromAccount, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn, logOut } from '../../testing/session.ts'

const seller = { username: 'ragnhild', password: 'vindauge-kanel-fjelltopp' }
const ownPath = /^\/api\/users\/me\/password$/
const adminPath = /^\/api\/admin\/password$/
const dialog = page.getByRole('dialog')
const current = dialog.getByLabelText(/^Passordet du har nå/)
const next = dialog.getByLabelText(/^Nytt passord/)
const button = page.getByRole('button', { name: 'Bytt passord', exact: true })
const section = page.getByRole('region', { name: 'Administratorens passord' })

const post = (path: string, body: unknown, credentials: RequestCredentials) =>
  fetch(path, {
    method: 'POST',
    credentials,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const canLogInWith = async (password: string): Promise<boolean> =>
  (await post('/api/auth/login', { ...seller, password }, 'omit')).ok

beforeEach(async () => {
  await commands.sql(`DELETE FROM users WHERE username <> 'salg'`)
  await commands.sql('DELETE FROM login_failures')
  await logIn('admin')
  await call(createUser, { body: seller })
})

test('a sales user sees faults at their fields, changes the password once by keyboard and works on', async () => {
  expect((await post('/api/auth/login', seller, 'include')).status).toBe(200)
  await openOffice('/leads', 'sales')
  await chooseFromAccount('Bytt passord')
  await expect.element(current).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByText('Fyll inn passordet du har nå')).toBeVisible()
  await expect.element(dialog.getByText('Passordet må ha minst 12 tegn')).toBeVisible()
  await expect.element(current).toHaveFocus()
  await current.fill('feil')
  await next.fill('ragnhild-2026-ragnhild')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByText('Feil passord').first()).toBeVisible()
  await expect.element(current).toHaveFocus()
  await current.fill(seller.password)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog.getByText(/^Passordet er for lett å gjette/).first()).toBeVisible()
  await expect.element(next).toHaveFocus()
  await expect.element(next).toHaveValue('ragnhild-2026-ragnhild')
  const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
  expect((await next.findElement()).dispatchEvent(pasted)).toBe(true)
  await next.fill('smørbrød-og-en-gammel-traktor')
  await userEvent.keyboard('{Tab} ')
  await expect.element(next).toHaveAttribute('type', 'text')
  const before = countCalls('PUT', ownPath)
  const held = hold('PUT', ownPath)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await dialog.getByRole('button', { name: 'Bytter …' }).click({ force: true })
  held.release()
  await expectToast('Passordet er byttet', 'Du er logget ut alle andre steder.')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Konto: ragnhild' })).toHaveFocus()
  expect(countCalls('PUT', ownPath)).toBe(before + 1)
  expect([await canLogInWith(seller.password), await canLogInWith('smørbrød-og-en-gammel-traktor')]).toEqual([
    false,
    true,
  ])
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect.element(page.getByRole('heading', { name: /^Leads \(/ })).toBeVisible()
})

test('explains to the administrator that the server sets the password, and leads there from leads', async () => {
  await openOffice('/admin')
  await page.getByRole('link', { name: 'Leads System' }).click()
  await expect.element(page.getByRole('link', { name: 'Administrasjon' })).toBeVisible()
  await chooseFromAccount('Bytt passord')
  await expect
    .element(section)
    .toMatchTextContent(/Passordet er satt på serveren og kan bare byttes der.*ADMIN_PASSWORD/)
  await expect.element(button).not.toBeInTheDocument()
})

test('the administrator changes the password where the environment does not set it', async () => {
  // The mocked response below belongs to another session.
  onTestFinished(logOut)
  intercept('GET', adminPath, () => Response.json({ setByEnvironment: false }))
  await openOffice('/admin?tab=settings&section=brukere')
  await button.click()
  const sent: unknown[] = []
  intercept('PUT', adminPath, async (request) => {
    sent.push(await request.json())
    return Response.json({ auth: 'x'.repeat(43) })
  })
  await current.fill('det gamle')
  await next.fill('smørbrød-og-en-gammel-traktor')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Passordet er byttet', 'Du er logget ut')
  expect(sent).toEqual([{ currentPassword: 'det gamle', newPassword: 'smørbrød-og-en-gammel-traktor' }])
})
