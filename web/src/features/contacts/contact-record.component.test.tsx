import { createContact, listContacts } from '@kontor/contract/contacts/contacts.endpoints'
import { createCustomer } from '@kontor/contract/customers/customers.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { goTo } from '../../testing/go-to.ts'
import { expectTexts, expectToast, focus, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const read = (name: string) => page.getByRole('button', { name: `Les henvendelsen fra ${name}` })
const record = (name: string) => page.getByRole('dialog', { name })
const kari = record('Kari Nordmann')
const timeline = kari.getByRole('list', { name: 'Historikk' }).getByRole('listitem')
const button = (name: string) => kari.getByRole('button', { name })
const answer = kari.getByRole('textbox', { name: /^Svar/ })
const contactsTab = page.getByRole('tab', { name: 'Kontakter', exact: true })

const idOf = async (name: string): Promise<string> =>
  (await call(listContacts, {})).find((contact) => contact.name === name)?.id ?? ''
const stateOf = async (name: string) => (await call(listContacts, {})).find((contact) => contact.name === name)?.state
/** Uses a unique address, since confirmations per address are limited. */
const suspect = { ...enquiry({ email: 'holdt-tilbake@kunde.example' }), website: 'https://spam.example' }

/** Sends these visitors' enquiries and opens the first one's record by URL. */
const openRecord = async (...names: readonly string[]): Promise<void> => {
  await sendEnquiries(names.map((name) => enquiry({ name })))
  await openOffice(`/admin/kontakter/${await idOf(names[0] ?? '')}`)
}

beforeEach(async () => {
  await logIn('admin')
  await clearEnquiries()
  await commands.sql(`DELETE FROM customers WHERE email LIKE '%@kunde.example'`)
})

test('opens from its row under its own address, moves on with J and K, and returns the focus to its row', async () => {
  await sendEnquiries(['Kari Nordmann', 'Ola Nordmann'].map((name) => enquiry({ name })))
  await openOffice('/admin?sort=name%3Aasc')
  await focus(read('Kari Nordmann'))
  await userEvent.keyboard('{Enter}')
  await expect.element(kari).toMatchTextContent('Vi vil vite mer om internkontroll.')
  await expect.element(kari).toMatchTextContent('kari@kunde.example')
  await expect.element(kari).toMatchTextContent('1 av 2')
  await expect.poll(shownUrl).toBe(`/admin/kontakter/${await idOf('Kari Nordmann')}?sort=name%3Aasc`)
  await expect.element(timeline.last()).toMatchTextContent('Henvendelsen kom inn')
  await expect.element(timeline.filter({ hasText: 'Varsel til dere' })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(record('Ola Nordmann')).toBeVisible()
  await userEvent.keyboard('k')
  await button('Rediger').click()
  const form = page.getByRole('dialog', { name: 'Rediger henvendelse' })
  await form.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(button('Rediger')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(read('Kari Nordmann')).toHaveFocus()

  goTo('/admin/kontakter/tull')
  await expect.element(record('Henvendelsen finnes ikke')).toMatchTextContent('henvendelsen er slettet')
  await page.getByRole('button', { name: 'Til listen' }).click()
  await expect.element(contactsTab).toHaveAttribute('aria-selected', 'true')
})

test('is marked as handled alone or with others, counted on the tab and filtered by its state', async () => {
  await call(createContact, { body: { ...suspect, name: 'Robot' } })
  await openRecord('Kari Nordmann', 'Ola Nordmann', 'Per Hansen')
  await button('Merk som behandlet').click()
  await expect.element(button('Merk som ny')).toHaveFocus()
  await expect.poll(() => stateOf('Kari Nordmann')).toBe('handled')
  await expect.element(timeline.first()).toMatchTextContent('Merket som behandlet')
  await userEvent.keyboard('{Escape}')
  await expect.element(contactsTab).toHaveAccessibleDescription('2 nye henvendelser')
  goTo('/admin?state=new')
  await expectTexts(page.getByRole('button', { name: /^Les henvendelsen/ }), ['Per Hansen', 'Ola Nordmann'])
  await page.getByRole('checkbox', { name: 'Velg alle viste' }).click()
  await page.getByRole('button', { name: 'Merk som behandlet' }).click()
  await expectToast('Suksess', '2 henvendelser er behandlet.')
  await expect.element(page.getByText('Viser 0 av 4 henvendelser')).toBeVisible()
  await page.getByRole('combobox', { name: 'Filtrer på status' }).click()
  await page.getByRole('option', { name: 'Behandlet' }).click()
  await expect.element(page.getByText('Viser 3 av 4 henvendelser')).toBeVisible()
  await expect.poll(shownUrl).toBe('/admin?state=handled')
})

test('a reply is kept until it is sent, sent once although the answer was lost, and marks the enquiry as handled', async () => {
  await openRecord('Kari Nordmann')
  await expect.element(kari.getByRole('textbox', { name: /^Emne/ })).toHaveValue('Sv: Generell henvendelse')
  await button('Send svar').click()
  await expect.element(kari.getByText('Svar er påkrevd')).toBeVisible()
  await answer.fill('Hei Kari.\nVi ringer deg.')
  await userEvent.keyboard('{Escape}')
  const discard = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await discard.getByRole('button', { name: 'Fortsett å redigere' }).click()

  const stop = intercept('POST', /\/replies$/, async (_, forward) => {
    await forward()
    return errorAnswer(500, 'Noe gikk galt hos oss.')
  })
  await button('Send svar').click()
  await expect.element(kari.getByText(/Svaret ble ikke sendt\. Noe gikk galt/)).toBeVisible()
  await expect.element(answer).toHaveValue('Hei Kari.\nVi ringer deg.')
  stop()
  await focus(answer)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Svaret sendes', /kari@kunde.example/)
  await expect.element(timeline.first()).toMatchTextContent('Svar: Generell henvendelse')
  await expect.element(timeline.first()).toMatchTextContent('Vi ringer deg.')
  await expect.element(answer).toHaveValue('')
  await expect.element(answer).toHaveFocus()
  expect(await stateOf('Kari Nordmann')).toBe('handled')
  expect(await commands.sql('SELECT text FROM contact_replies')).toEqual([{ text: 'Hei Kari.\nVi ringer deg.' }])
})

test('a suspect enquiry is approved after a question, and becomes a customer after showing the existing matches', async () => {
  await call(createContact, { body: suspect })
  const existing = await call(createCustomer, { body: { name: 'Kunde AS', email: 'post@kunde.example' } })
  await openOffice(`/admin/kontakter/${await idOf('Kari Nordmann')}`)
  await expect.element(kari).toMatchTextContent('ingen e-post er sendt')
  await expect.element(button('Gjør til kunde')).not.toBeInTheDocument()
  await button('Godkjenn og send e-postene').click()
  const question = page.getByRole('alertdialog', { name: 'Godkjenne henvendelsen?' })
  await expect.element(question).toMatchTextContent('sendes til holdt-tilbake@kunde.example')
  await expect.element(question.getByRole('button', { name: 'Godkjenn og send' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectToast('Henvendelsen er godkjent', /holdt-tilbake@kunde.example/)
  await expect.element(button('Merk som behandlet')).toHaveFocus()
  await expect.element(kari).toMatchTextContent('Bekreftelse til avsenderen')
  expect(await stateOf('Kari Nordmann')).toBe('new')

  await button('Gjør til kunde').click()
  const dialog = page.getByRole('dialog', { name: 'Gjør til kunde' })
  await expect.element(dialog.getByRole('radio', { name: /^Kunde AS/ })).toBeChecked()
  await expect.element(dialog.getByRole('radio', { name: /^Ny kunde: Kunde AS/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Gjør til kunde' }).click()
  await expectToast('Suksess', 'Henvendelsen er knyttet til Kunde AS.')
  await expect
    .element(kari.getByRole('link', { name: 'Kunde AS' }))
    .toHaveAttribute('href', `/admin/kunder/${existing.id}`)
  await expect.element(button('Gjør til kunde')).not.toBeInTheDocument()
})

test('fills the whole page on a phone, where a field is edited in place and the enquiry deleted', async () => {
  await page.viewport(390, 844)
  await openRecord('Kari Nordmann')
  await expect.element(answer).toBeVisible()
  expect(kari.element().getBoundingClientRect().width).toBe(390)
  expect(pageWidth()).toBeLessThanOrEqual(390)
  await button('Endre Bedrift: Kunde AS').click()
  await userEvent.keyboard('Ny Bedrift AS{Enter}')
  await expect.element(button('Endre Bedrift: Ny Bedrift AS')).toHaveFocus()
  await expect.poll(() => call(listContacts, {})).toMatchObject([{ company: 'Ny Bedrift AS', version: 2 }])
  await button('Slett').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  await expectToast('Suksess', /slettet/)
  await expect.element(kari).not.toBeInTheDocument()
  await expect.element(page.getByText('Ingen henvendelser ennå')).toBeVisible()
})
