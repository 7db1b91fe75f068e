import { logout } from '@kontor/contract/session/session.endpoints'
import { beforeEach, expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { intercept } from '../../testing/calls.ts'
import { expectedErrors } from '../../testing/console-errors.ts'
import { addLeads, clearLeads, expectCount, readLeads, rowOf } from '../../testing/leads.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn, logOut } from '../../testing/session.ts'

const bakery = 'Eksempel Bakeri AS'
const form = page.getByRole('dialog', { name: 'Rediger lead' })
const renewal = page.getByRole('dialog', { name: 'Logg inn igjen' })

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
  await addLeads([{ company_name: bakery }])
})

/** Saves a typed note after the session has ended on the server; resolves when the login shows. */
const saveWithoutSession = async (): Promise<void> => {
  expectedErrors.push(/401/)
  await openOffice('/leads?q=eksempel', 'sales')
  await expectCount(1)
  await rowOf(bakery)
    .getByRole('button', { name: `Rediger ${bakery}` })
    .click()
  await form.getByLabelText('Notater').fill('Lang samtale')
  await call(logout, {})
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(renewal).toBeVisible()
  await expectAccessible()
}

const logInAgain = async (): Promise<void> => {
  await renewal.getByLabelText('Password').fill(inject('accounts').sales.password)
  await renewal.getByRole('button', { name: 'Login' }).click()
  await expect.element(renewal).not.toBeInTheDocument()
}

test('asks for the password on top when the session has expired, and saves what was typed', async () => {
  await saveWithoutSession()
  await logInAgain()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Økten var utløpt. Prøv igjen.')
  await expect.element(form.getByLabelText('Notater')).toHaveValue('Lang samtale')
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect((await readLeads())[0]?.notes).toBe('Lang samtale')
  await logOut()
})

test('starts with a fresh screen when another user logs in', async () => {
  await saveWithoutSession()
  intercept('POST', /^\/api\/auth\/login$/, async (_, forward) => {
    await forward()
    return Response.json({ user: { username: 'en annen', role: 'sales' } })
  })
  await logInAgain()
  await expect.element(form).not.toBeInTheDocument()
  await expectCount(1)
  await logOut()
})

test('goes to the login on a first visit without a session', async () => {
  expectedErrors.push(/401/)
  await openOffice('/leads', 'nobody')
  await expect.poll(shownUrl).toBe('/login')
  await expect.element(renewal).not.toBeInTheDocument()
})
