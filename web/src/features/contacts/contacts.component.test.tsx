import { createContact, listContacts } from '@kontor/contract/contacts/contacts.endpoints'
import { createCustomer } from '@kontor/contract/customers/customers.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { pressAbove } from '../../testing/list-menu.ts'
import { expectTexts, expectToast, focus } from '../../testing/locators.ts'
import { goTo, openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

/** Oldest first. Only Norwegian collation sorts these correctly; one has no company. */
const enquiries = [
  { name: 'Åse Dahl', email: 'b@dahl.example', company: 'Zeta AS', subject: 'support', message: 'Skriveren står' },
  { name: 'Bjørn Aas', email: 'c@aas.example', company: '', subject: 'product', message: 'Pris på verktøyet?' },
  { name: 'Ærlend Vik', email: 'd@vik.example', company: 'Ødegård AS', subject: 'Åpent emne', message: 'Hei' },
  { name: 'anne Moe', email: 'a@moe.example', company: 'Alfa AS', subject: 'product', message: 'Hei igjen' },
]

const names = page.getByRole('table').css('tbody tr[data-index] button[aria-label^="Les"]')
const search = page.getByRole('searchbox')
const filterMark = page.getByText('Filter aktiv')
const head = (name: string) => page.getByRole('columnheader', { name })
const expectCount = (count: number) => expect.element(page.getByText(`Viser ${count} av 4 henvendelser`)).toBeVisible()
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const edit = (name: string) => page.getByRole('button', { name: `Rediger henvendelsen fra ${name}` })
const remove = (name: string) => page.getByRole('button', { name: `Slett henvendelsen fra ${name}` })
const chooseAll = page.getByRole('checkbox', { name: 'Velg alle viste' })
const removeChosen = page.getByRole('button', { name: /Slett valgte/ })
const question = page.getByRole('alertdialog')
const confirm = question.getByRole('button', { name: /^Slett/ })
const title = (count: number) => page.getByRole('heading', { name: `Kontakthenvendelser (${count} totalt)` })
const form = page.getByRole('dialog', { name: 'Rediger henvendelse' })
const onePath = /^\/api\/contacts\/[^/]+$/
const fault = () => errorAnswer(500, 'Noe gikk galt hos oss.')

/** Sends enquiries of five people and opens their list. */
const openPeople = async (): Promise<void> => {
  const people = ['Kari Nordmann', 'Ola Nordmann', 'Åse Østby', 'Per Hansen', 'Siri Nordmann']
  await sendEnquiries(people.map((name, index) => enquiry({ name, email: `gjest${index}@kunde.example` })))
  await openOffice('/admin')
  await expect.element(title(5)).toBeVisible()
}

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
const suspect = { ...enquiry({ email: 'holdt-tilbake@kunde.example' }), aside: 'https://spam.example' }

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

test('searches every field, filters by the subjects in use, and keeps that in the URL', async () => {
  await sendEnquiries(enquiries)
  await openOffice('/admin?q=hei&subject=product&sort=name%3Adesc')
  await expectTexts(names, ['anne Moe'])
  await expect.element(search).toHaveValue('hei')
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'descending')
  await page
    .getByRole('button', { name: /^Nullstill/ })
    .first()
    .click()
  await expectCount(4)
  await expect.element(search).toHaveValue('')
  await expect.element(filterMark).not.toBeInTheDocument()
  for (const [text, found] of [
    ['ÆRLEND', 'Ærlend Vik'],
    ['b@dahl', 'Åse Dahl'],
    ['ødegård', 'Ærlend Vik'],
    ['åpent', 'Ærlend Vik'],
    ['verktøyet', 'Bjørn Aas'],
  ] as const) {
    await search.fill(`  ${text} `)
    await expectTexts(names, [found])
  }
  await expect.element(filterMark).toBeVisible()
  await search.fill('')
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await expectTexts(page.getByRole('option'), ['Alle emner', 'Produktinformasjon', 'Teknisk støtte', 'Åpent emne'])
  await page.getByRole('option', { name: 'Produktinformasjon', exact: true }).click()
  await expectTexts(names, ['Bjørn Aas', 'anne Moe'])
  await search.fill('hei')
  await expectTexts(names, ['anne Moe'])
  await expect.poll(shownUrl).toBe('/admin?sort=name%3Adesc&subject=product&q=hei')
  // An address that somebody may have typed.
  goTo('/admin?sort=message:up&subject=%3Cscript%3E')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expectCount(0)
})

test('edits an enquiry by keyboard; a search typed just before raises no question', async () => {
  await openPeople()
  await edit('Kari Nordmann').click()
  const [name, email] = [form.getByLabelText(/^Navn/), form.getByLabelText(/^E-post/)]
  await name.fill('Kari Ødegård')
  await email.fill('kari@odegard.example')
  // Simulates the delayed search of just typed text: it must not ask about discarding.
  const input = (await page.getByRole('searchbox', { includeHidden: true }).findElement()) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'kari')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => shownUrl()).toContain('q=kari')
  await expect.element(question).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Suksess', 'Henvendelsen er oppdatert.')
  await expect.element(rowOf('Kari Ødegård')).toMatchTextContent('kari@odegard.example')
  const changed = { name: 'Kari Ødegård', email: 'kari@odegard.example', version: 2 }
  expect(await call(listContacts, {})).toContainEqual(expect.objectContaining(changed))
})

test('deletes one enquiry, even if already deleted, or the chosen ones; failed deletions stay', async () => {
  await openPeople()
  await remove('Ola Nordmann').click()
  await expect.element(question).toMatchTextContent(/Ola Nordmann[\s\S]*Kan angres i 30 dager/)
  await confirm.click()
  await expectToast('Suksess', /slettet/)
  await expect.element(title(4)).toBeVisible()
  await expect.element(rowOf('Ola Nordmann')).not.toBeInTheDocument()
  await commands.sql(`DELETE FROM contacts WHERE name = 'Per Hansen'`)
  await remove('Per Hansen').click()
  await confirm.click()
  await expect.element(title(3)).toBeVisible()

  await chooseAll.click()
  await expect.element(removeChosen).toHaveTextContent('Slett valgte (3)')
  await commands.sql(`DELETE FROM contacts WHERE name = 'Åse Østby'`)
  await pressAbove('Oppdater')
  await expect.element(removeChosen).toHaveTextContent('Slett valgte (2)')
  await sendEnquiries([enquiry({ name: 'Liv Østby', email: 'liv@kunde.example' })])
  await pressAbove('Oppdater')
  await expect.element(title(3)).toBeVisible()
  await search.fill('nordmann')
  await expect.element(removeChosen).not.toBeInTheDocument()
  await expect.element(page.getByText('Viser 2 av 3 henvendelser')).toBeVisible()
  await chooseAll.click()
  let calls = 0
  const succeed = intercept('DELETE', onePath, (_, forward) => {
    calls += 1
    return calls === 2 ? fault() : forward()
  })
  await removeChosen.click()
  await expect.element(question).toMatchTextContent(/2[\s\S]*Kan angres i 30 dager/)
  await confirm.click()
  await expectToast('Feil', /Kunne ikke slette henvendelser/)
  await expect.element(title(2)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^Velg henvendelsen/ })).toBeChecked()
  succeed()
  await removeChosen.click()
  await confirm.click()
  await expectToast('Suksess', /slettet/)
  await expect.element(title(1)).toBeVisible()
  await expect.element(removeChosen).not.toBeInTheDocument()
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

test('keeps a reply until it is sent, once even if the response is lost, and marks the enquiry handled', async () => {
  await openRecord('Kari Nordmann')
  await expect.element(kari.getByRole('textbox', { name: /^Emne/ })).toHaveValue('Sv: Generell henvendelse')
  await button('Send svar').click()
  await expect.element(kari.getByText('Svar er påkrevd')).toBeVisible()
  await answer.fill('Hei Kari.\nVi ringer deg.')

  const stop = intercept('POST', /\/replies$/, async (_, forward) => {
    await forward()
    return errorAnswer(500, 'Noe gikk galt hos oss.')
  })
  await button('Send svar').click()
  await expect.element(kari.getByText(/^Noe gikk galt/)).toBeVisible()
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

test('a suspect enquiry is approved after a question; matches are shown before it becomes a customer', async () => {
  await call(createContact, { body: suspect })
  const existing = await call(createCustomer, { body: { name: 'Kunde AS', email: 'post@kunde.example' } })
  await openOffice(`/admin/kontakter/${await idOf('Kari Nordmann')}`)
  await expect.element(kari).toMatchTextContent('avsenderen har ikke fått bekreftelse')
  await expect.element(button('Gjør til kunde')).not.toBeInTheDocument()
  await button('Godkjenn og send bekreftelsen').click()
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
