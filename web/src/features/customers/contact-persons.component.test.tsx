import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addCustomers, clearCustomers } from '../../testing/customers.ts'
import { expectTexts, expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const opener = page.getByRole('button', { name: 'Kontakter hos Eksempel Bakeri AS' })
const list = page.getByRole('dialog', { name: 'Kontaktpersoner hos Eksempel Bakeri AS' })
const created = page.getByRole('dialog', { name: 'Ny kontaktperson' })
const changed = page.getByRole('dialog', { name: 'Rediger kontaktperson' })

beforeEach(async () => {
  await logIn('admin')
  await clearCustomers()
  await addCustomers([{ name: 'Eksempel Bakeri AS', email: 'post@bakeri.example' }])
  await openOffice('/admin?tab=customers')
})

test('creates, edits and deletes contact persons in the dialog of their customer', async () => {
  await opener.click()
  await expect.element(list).toMatchTextContent('Ingen kontaktpersoner ennå')
  await list.getByRole('button', { name: 'Ny kontaktperson' }).click()
  await created.getByLabelText(/^Fornavn/).fill('Kari')
  await created.getByLabelText(/^Etternavn/).fill('Nordmann')
  await created.getByLabelText(/^E-post/).fill('kari@bakeri.example')
  await created.getByLabelText(/^Mobil/).fill('98 76 54 32')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Kontaktperson opprettet', 'Kari Nordmann')
  await expect.element(created).not.toBeInTheDocument()
  await expectTexts(list.getByRole('listitem'), [/Kari Nordmann/])
  await expect.element(list.getByRole('button', { name: 'Ny kontaktperson' })).toHaveFocus()
  await expect.element(list).toMatchTextContent('98 76 54 32')

  await list.getByRole('button', { name: 'Rediger Kari Nordmann' }).click()
  await changed.getByLabelText(/^Notat/).fill('Ringes etter ti')
  await changed.getByRole('button', { name: 'Lagre' }).click()
  await expectToast('Kontaktperson oppdatert', 'Kari Nordmann')
  await expect.element(list).toMatchTextContent('Ringes etter ti')

  await list.getByRole('button', { name: 'Slett Kari Nordmann' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('Kan angres i 30 dager fra Papirkurv')
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Kontaktperson slettet', 'Kari Nordmann')
  await expect.element(list).toMatchTextContent('Ingen kontaktpersoner ennå')
  await expect.element(list).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
