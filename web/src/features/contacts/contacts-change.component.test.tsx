import { listContacts, updateContact } from '@kontor/contract/contacts/contacts.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const read = (name: string) => page.getByRole('button', { name: `Les henvendelsen fra ${name}` })
const edit = (name: string) => page.getByRole('button', { name: `Rediger henvendelsen fra ${name}` })
const remove = (name: string) => page.getByRole('button', { name: `Slett henvendelsen fra ${name}` })
const choose = (name: string) => page.getByRole('checkbox', { name: `Velg henvendelsen fra ${name}` })
const chooseAll = page.getByRole('checkbox', { name: 'Velg alle viste' })
const removeChosen = page.getByRole('button', { name: /Slett valgte/ })
const question = page.getByRole('alertdialog')
const title = (count: number) => page.getByRole('heading', { name: `Kontakthenvendelser (${count} totalt)` })
const form = page.getByRole('dialog', { name: 'Rediger henvendelse' })
const save = form.getByRole('button', { name: 'Lagre', exact: true })
const onePath = /^\/api\/contacts\/[^/]+$/
const fault = () => errorAnswer(500, 'Noe gikk galt hos oss.')

beforeEach(async () => {
  await clearEnquiries()
  const people = ['Kari Nordmann', 'Ola Nordmann', 'Åse Østby', 'Per Hansen']
  await sendEnquiries(people.map((name, index) => enquiry({ name, email: `gjest${index}@kunde.example` })))
  await openOffice('/admin')
  await expect.element(title(4)).toBeVisible()
})

test('shows an enquiry in its dialog and returns the focus to its row', async () => {
  await read('Åse Østby').click()
  const dialog = page.getByRole('dialog', { name: 'Åse Østby' })
  await expect.element(dialog).toMatchTextContent('gjest2@kunde.example')
  await expect.element(dialog).toMatchTextContent('Vi vil vite mer om internkontroll.')
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(read('Åse Østby')).toHaveFocus()
})

test('edits an enquiry and reports errors at their fields', async () => {
  await edit('Kari Nordmann').click()
  await form.getByLabelText(/^Navn/).fill(' ')
  await form.getByLabelText(/^E-post/).fill('kari(at)kunde')
  await save.click()
  await expect.element(form.getByText('Navn er påkrevd')).toBeVisible()
  await expect.element(form.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(form.getByLabelText(/^Navn/)).toHaveFocus()
  await expectAccessible()

  await form.getByLabelText(/^Navn/).fill('Kari Ødegård')
  await form.getByLabelText(/^E-post/).fill('kari@odegard.example')
  await form.getByRole('combobox', { name: 'Emne' }).click()
  await page.getByRole('option', { name: 'Teknisk støtte' }).click()
  await save.click()
  await expectToast('Suksess', 'Henvendelsen er oppdatert.')
  await expect.element(rowOf('Kari Ødegård')).toMatchTextContent('Teknisk støtte')
  expect(await call(listContacts, {})).toContainEqual(
    expect.objectContaining({ name: 'Kari Ødegård', email: 'kari@odegard.example', subject: 'support', version: 2 }),
  )
})

test('asks before it discards typed text', async () => {
  await edit('Kari Nordmann').click()
  await form.getByLabelText(/^Melding/).fill('Halvferdig')
  await userEvent.keyboard('{Escape}')
  const discard = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await expect.element(discard).toBeVisible()
  await expectAccessible()
  await discard.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect.element(form.getByLabelText(/^Melding/)).toHaveValue('Halvferdig')
  await form.getByRole('button', { name: 'Avbryt' }).click()
  await discard.getByRole('button', { name: 'Forkast' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(edit('Kari Nordmann')).toHaveFocus()
})

test('does not ask to discard typed text when a search is written into the URL', async () => {
  await edit('Kari Nordmann').click()
  await form.getByLabelText('Bedrift').fill('Nordmann AS')
  // Like a search that was typed just before, whose timer fires now.
  const search = (await page.getByRole('searchbox', { includeHidden: true }).findElement()) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'nordmann')
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => shownUrl()).toContain('q=nordmann')
  await expect.element(question).not.toBeInTheDocument()
  await save.click()
  await expect.element(rowOf('Kari Nordmann')).toMatchTextContent('Nordmann AS')
})

test('edits an open enquiry in the dialog, and returns the focus to the record and then to its row', async () => {
  await expect.element(read('Åse Østby')).toBeVisible()
  await focus(read('Åse Østby'))
  await userEvent.keyboard('{Enter}')
  const record = page.getByRole('dialog', { name: 'Åse Østby' })
  await record.getByRole('button', { name: 'Rediger' }).click()
  await form.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(record.getByRole('button', { name: 'Rediger' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(read('Åse Østby')).toHaveFocus()
})

test('keeps what was typed when it cannot be saved', async () => {
  intercept('PUT', onePath, fault)
  await edit('Kari Nordmann').click()
  await form.getByLabelText(/^Bedrift/).fill('Nytt firma')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Feil', 'Kunne ikke oppdatere henvendelsen.')
  await expect.element(form.getByLabelText(/^Bedrift/)).toHaveValue('Nytt firma')
})

test('shows the second of two concurrent editors what the first saved, and lets them decide', async () => {
  await edit('Kari Nordmann').click()
  await form.getByLabelText(/^Melding/).fill('Min melding')
  const kari = (await call(listContacts, {})).find(({ name }) => name === 'Kari Nordmann')
  await call(updateContact, { params: { id: kari?.id ?? '' }, body: { company: 'Den andres firma' } })
  await save.click()
  await expect.element(form.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expect.element(form.getByText('Den andres firma')).toBeVisible()
  await expectAccessible()
  await form.getByRole('button', { name: 'Bruk denne: Bedrift' }).click()
  await form.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(rowOf('Kari Nordmann')).toMatchTextContent('Den andres firma')
  expect(await call(listContacts, {})).toContainEqual(
    expect.objectContaining({ name: 'Kari Nordmann', company: 'Den andres firma', message: 'Min melding' }),
  )
})

test('deletes an enquiry after a question that names it', async () => {
  await remove('Ola Nordmann').click()
  await expect.element(question).toMatchTextContent('Ola Nordmann')
  await expect.element(question).toMatchTextContent('Kan angres i 30 dager')
  await expectAccessible()
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(title(4)).toBeVisible()
  await expect.element(remove('Ola Nordmann')).toHaveFocus()
  await remove('Ola Nordmann').click()
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Suksess', /slettet/)
  await expect.element(title(3)).toBeVisible()
  await expect.element(rowOf('Ola Nordmann')).not.toBeInTheDocument()
})

test('keeps the enquiry and says so when a deletion fails', async () => {
  intercept('DELETE', onePath, fault)
  await remove('Ola Nordmann').click()
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Feil', 'Kunne ikke slette henvendelsen.')
  await expect.element(title(4)).toBeVisible()
})

test('counts an enquiry that another user has deleted already as deleted', async () => {
  await clearEnquiries()
  await remove('Ola Nordmann').click()
  await question.getByRole('button', { name: 'Slett' }).click()
  await expectToast('Suksess', /slettet/)
  await expect.element(rowOf('Ola Nordmann')).not.toBeInTheDocument()
})

test('deletes the chosen enquiries together, and only those', async () => {
  await choose('Åse Østby').click()
  await choose('Per Hansen').click()
  await removeChosen.click()
  await expect.element(question).toMatchTextContent('2')
  await expect.element(question).toMatchTextContent('Kan angres i 30 dager')
  await expectAccessible()
  await question.getByRole('button', { name: /^Slett/ }).click()
  await expectToast('Suksess', /2/)
  await expect.element(title(2)).toBeVisible()
  await expect.element(rowOf('Kari Nordmann')).toBeVisible()
  await expect.element(rowOf('Ola Nordmann')).toBeVisible()
  await expect.element(removeChosen).not.toBeInTheDocument()
})

test('chooses all that are shown with one tick, not those that the filter hides', async () => {
  await page.getByRole('searchbox').fill('nordmann')
  await expect.element(page.getByText('Viser 2 av 4 henvendelser')).toBeVisible()
  await chooseAll.click()
  await removeChosen.click()
  await question.getByRole('button', { name: /^Slett/ }).click()
  await expect.element(title(2)).toBeVisible()
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
})

test('drops the choice when the filter changes', async () => {
  await chooseAll.click()
  await expect.element(removeChosen).toBeVisible()
  await page.getByRole('searchbox').fill('Ola')
  await expect.element(removeChosen).not.toBeInTheDocument()
})

test('deletes the rest when one of many fails, which stays chosen', async () => {
  let calls = 0
  intercept('DELETE', onePath, (_, forward) => {
    calls += 1
    return calls === 2 ? fault() : forward()
  })
  await chooseAll.click()
  await removeChosen.click()
  await question.getByRole('button', { name: /^Slett/ }).click()
  await expectToast('Feil', /Kunne ikke slette henvendelser/)
  await expect.element(title(1)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^Velg henvendelsen/ })).toBeChecked()
})
