import { logout } from '@kontor/contract/session/session.endpoints'
import { beforeEach, expect, inject, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { call } from '../../platform/api-client.ts'
import { readAuth } from '../../platform/session.ts'
import { countCalls, errorAnswer, intercept, waitForAnswers } from '../../testing/calls.ts'
import { expectedErrors } from '../../testing/console-errors.ts'
import { addCustomers, clearCustomers, readCustomers } from '../../testing/customers.ts'
import { addLeads, clearLeads, expectCount, leadPath, leadsPath, readLeads, rowOf } from '../../testing/leads.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn, logOut } from '../../testing/session.ts'

const bakery = 'Eksempel Bakeri AS'
const form = page.getByRole('dialog', { name: 'Rediger lead' })
const renewal = page.getByRole('dialog', { name: 'Logg inn igjen' })
// The server reads each file in a separate process, which starts slowly on a busy machine.
const slowReading = { timeout: 50_000 }

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
  await addLeads([{ company_name: bakery }])
})

/** Ends the session on the server. Waits for the page's own calls first, so that the test's call is the first to find the session ended. */
const endSession = async (): Promise<void> => {
  await waitForAnswers()
  await call(logout, {})
}

const openLeads = async (): Promise<void> => {
  expectedErrors.push(/401/)
  await openOffice('/leads?q=eksempel', 'sales')
  await expectCount(1)
}

const edit = rowOf(bakery).getByRole('button', { name: `Rediger ${bakery}` })

/** Saves a typed note after the session has ended on the server; resolves when the login shows. */
const saveWithoutSession = async (): Promise<void> => {
  await edit.click()
  await form.getByLabelText('Notater').fill('Lang samtale')
  await endSession()
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(renewal).toBeVisible()
}

const submitLogin = async (): Promise<void> => {
  await renewal.getByLabelText('Password').fill(inject('accounts').sales.password)
  await renewal.getByRole('button', { name: 'Login' }).click()
}

const logInAgain = async (): Promise<void> => {
  await submitLogin()
  await expect.element(renewal).not.toBeInTheDocument()
}

test('asks for the password above the screen once for each time the session expires, then continues', async () => {
  await openLeads()
  await saveWithoutSession()
  const letThrough = intercept('PUT', leadPath, () => errorAnswer(401, 'Du er ikke logget inn.'))
  await submitLogin()
  await expect.poll(() => countCalls('PUT', leadPath)).toBe(2)
  letThrough()
  await expect.element(renewal.getByLabelText('Password')).toHaveValue('')
  await logInAgain()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Økten var utløpt. Prøv igjen.')
  await expect.element(form.getByLabelText('Notater')).toHaveValue('Lang samtale')
  expect(countCalls('PUT', leadPath)).toBe(2)

  await endSession()
  const before = countCalls('GET', leadsPath)
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(renewal).toBeVisible()
  const reading = Promise.all([readLeads(), readLeads()])
  await expect.poll(() => countCalls('GET', leadsPath)).toBe(before + 2)
  await logInAgain()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(edit).toHaveFocus()
  expect((await readLeads())[0]?.notes).toBe('Lang samtale')
  expect(await reading).toHaveLength(2)
  expect(countCalls('PUT', leadPath)).toBe(4)
  await logOut()
})

test('saves nothing when the user leaves', async () => {
  await openLeads()
  await saveWithoutSession()
  const failure = expect(readLeads()).rejects.toThrow('401')
  await cleanup()
  await failure
  expect(countCalls('PUT', leadPath)).toBe(1)
})

const inputOf = async (field: Locator): Promise<HTMLInputElement> => {
  const element = await field.findElement()
  if (!(element instanceof HTMLInputElement)) throw new Error('Not an input')
  return element
}

/** Returns the place of the cursor in the field, which has the focus; null elsewhere. */
const cursorIn = async (field: Locator): Promise<readonly unknown[] | null> => {
  const input = await inputOf(field)
  if (document.activeElement !== input) return null
  return [input.value, input.selectionStart, input.selectionEnd]
}

/** Types into a field, with the cursor within the text, while a call finds the session expired. Expects all of it back after the login. */
const interrupt = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text)
  const input = await inputOf(field)
  input.setSelectionRange(2, 2)
  const before = countCalls('PUT', leadPath)
  await endSession()
  const reading = readLeads()
  await expect.element(renewal.getByLabelText('Password')).toHaveFocus()
  await expect.element(renewal.getByLabelText('Username')).toHaveValue(inject('accounts').sales.username)
  await logInAgain()
  await expect.poll(() => cursorIn(field)).toEqual([text, 2, 2])
  expect(await reading).toHaveLength(1)
  expect(countCalls('PUT', leadPath)).toBe(before)
}

test('puts the cursor of a form, a row and the search box back where it was', async () => {
  await openLeads()
  await edit.click()
  await interrupt(form.getByLabelText('Kontaktperson'), 'Kari Nordmann')
  await userEvent.keyboard('x')
  await expect.element(form.getByLabelText('Kontaktperson')).toHaveValue('Kaxri Nordmann')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Forkast' }).click()

  await rowOf(bakery)
    .getByRole('button', { name: `Endre neste steg for ${bakery}` })
    .click()
  const step = page.getByRole('textbox', { name: `Neste steg for ${bakery}` })
  await interrupt(step, 'Ringe Kari')
  await userEvent.keyboard('{Enter}')
  await expect.element(step).not.toBeInTheDocument()
  expect((await readLeads())[0]?.next_step).toBe('Ringe Kari')

  const search = page.getByRole('searchbox')
  await endSession()
  await search.fill('bakeri')
  await expect.element(renewal.getByLabelText('Password')).toHaveFocus()
  await logInAgain()
  await expect.poll(() => cursorIn(search)).toEqual(['bakeri', 6, 6])
  await expectCount(1)
  await logOut()
})

test('opens the login in a pause of the typing', async () => {
  await openLeads()
  const search = await inputOf(page.getByRole('searchbox'))
  search.focus()
  await endSession()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const before = vi.getTimerCount()
  const reading = readLeads()
  while (vi.getTimerCount() === before) await new Promise(requestAnimationFrame)
  for (let key = 0; key < 5; key++) {
    vi.advanceTimersByTime(400)
    search.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  }
  expect(renewal.query()).toBeNull()
  expect(document.activeElement).toBe(search)
  vi.advanceTimersByTime(500)
  vi.useRealTimers()
  await expect.element(renewal.getByLabelText('Password')).toHaveFocus()
  await logInAgain()
  expect(await reading).toHaveLength(1)
  await logOut()
})

const logInAgainAsAdmin = async (): Promise<void> => {
  await renewal.getByLabelText('Passord').fill(inject('accounts').adminPassword)
  await userEvent.keyboard('{Enter}')
}

test('continues an import, and exports, with the anti-forgery token of the new session', async () => {
  expectedErrors.push(/401/)
  await logIn('admin')
  await clearCustomers()
  await addCustomers([{ name: 'Fjord AS', email: 'post@kunde.example' }])
  await openOffice('/admin?tab=customers')
  await pressAbove('Importer')
  const before = readAuth()
  await endSession()
  const dialog = page.getByRole('dialog', { name: 'Importer kunder' })
  await dialog.getByLabelText(/^Velg en fil/).upload('e2e/fixtures/spreadsheets/customers-openpyxl.xlsx')
  await logInAgainAsAdmin()
  await expect.element(page.getByRole('button', { name: 'Importer 40 rader' }), slowReading).toBeVisible()
  expect(await readCustomers()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  expect(readAuth()).not.toBe(before)
  const exported = page.getByRole('link', { name: 'Eksporter', exact: true })
  await expect.element(exported).toHaveAttribute('href', expect.stringContaining(`auth=${readAuth()}`))
})
