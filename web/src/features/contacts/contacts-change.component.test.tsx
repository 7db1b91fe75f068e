import { listContacts, updateContact } from '@kontor/contract/contacts/contacts.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const edit = (name: string) => page.getByRole('button', { name: `Rediger henvendelsen fra ${name}` })
const remove = (name: string) => page.getByRole('button', { name: `Slett henvendelsen fra ${name}` })
const choose = (name: string) => page.getByRole('checkbox', { name: `Velg henvendelsen fra ${name}` })
const chooseAll = page.getByRole('checkbox', { name: 'Velg alle viste' })
const removeChosen = page.getByRole('button', { name: /Slett valgte/ })
const question = page.getByRole('alertdialog')
const confirm = question.getByRole('button', { name: /^Slett/ })
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

test('edits an enquiry: asks before it discards what was typed, keeps it after a failure, shows errors at their fields', async () => {
  await edit('Kari Nordmann').click()
  await form.getByLabelText(/^Melding/).fill('Halvferdig')
  await userEvent.keyboard('{Escape}')
  const discard = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await discard.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect.element(form.getByLabelText(/^Melding/)).toHaveValue('Halvferdig')
  await form.getByRole('button', { name: 'Avbryt' }).click()
  await discard.getByRole('button', { name: 'Forkast' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(edit('Kari Nordmann')).toHaveFocus()

  await edit('Kari Nordmann').click()
  await form.getByLabelText(/^Navn/).fill(' ')
  await form.getByLabelText(/^E-post/).fill('kari(at)kunde')
  await save.click()
  await expect.element(form.getByText('Navn er påkrevd')).toBeVisible()
  await expect.element(form.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(form.getByLabelText(/^Navn/)).toHaveFocus()

  await form.getByLabelText(/^Navn/).fill('Kari Ødegård')
  await form.getByLabelText(/^E-post/).fill('kari@odegard.example')
  await form.getByRole('combobox', { name: 'Emne' }).click()
  await page.getByRole('option', { name: 'Teknisk støtte' }).click()
  const restore = intercept('PUT', onePath, fault)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Feil', 'Kunne ikke oppdatere henvendelsen.')
  await expect.element(form.getByLabelText(/^Navn/)).toHaveValue('Kari Ødegård')
  restore()
  await save.click()
  await expectToast('Suksess', 'Henvendelsen er oppdatert.')
  await expect.element(rowOf('Kari Ødegård')).toMatchTextContent('Teknisk støtte')
  expect(await call(listContacts, {})).toContainEqual(
    expect.objectContaining({ name: 'Kari Ødegård', email: 'kari@odegard.example', subject: 'support', version: 2 }),
  )
})

test('lets the second of two concurrent editors decide, and asks about no discarding when a search reaches the URL', async () => {
  await edit('Kari Nordmann').click()
  await form.getByLabelText(/^Melding/).fill('Min melding')
  // Like a search that was typed just before, whose timer fires now.
  const search = (await page.getByRole('searchbox', { includeHidden: true }).findElement()) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'nordmann')
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => shownUrl()).toContain('q=nordmann')
  await expect.element(question).not.toBeInTheDocument()
  const kari = (await call(listContacts, {})).find(({ name }) => name === 'Kari Nordmann')
  await call(updateContact, { params: { id: kari?.id ?? '' }, body: { company: 'Den andres firma' } })
  await save.click()
  await expect.element(form.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await expect.element(form.getByText('Den andres firma')).toBeVisible()
  await form.getByRole('button', { name: 'Bruk denne: Bedrift' }).click()
  await form.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(rowOf('Kari Nordmann')).toMatchTextContent('Den andres firma')
  expect(await call(listContacts, {})).toContainEqual(
    expect.objectContaining({ name: 'Kari Nordmann', company: 'Den andres firma', message: 'Min melding' }),
  )
})

test('deletes an enquiry after a question that names it, also one that is gone already; a failure keeps it', async () => {
  await remove('Ola Nordmann').click()
  await expect.element(question).toMatchTextContent('Ola Nordmann')
  await expect.element(question).toMatchTextContent('Kan angres i 30 dager')
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect.element(title(4)).toBeVisible()
  await expect.element(remove('Ola Nordmann')).toHaveFocus()

  const restore = intercept('DELETE', onePath, fault)
  await remove('Ola Nordmann').click()
  await confirm.click()
  await expectToast('Feil', 'Kunne ikke slette henvendelsen.')
  await expect.element(title(4)).toBeVisible()
  restore()
  await remove('Ola Nordmann').click()
  await confirm.click()
  await expectToast('Suksess', /slettet/)
  await expect.element(title(3)).toBeVisible()
  await expect.element(rowOf('Ola Nordmann')).not.toBeInTheDocument()

  await commands.sql(`DELETE FROM contacts WHERE name = 'Per Hansen'`)
  await remove('Per Hansen').click()
  await confirm.click()
  await expect.element(title(2)).toBeVisible()
  await expect.element(rowOf('Per Hansen')).not.toBeInTheDocument()
})

test('deletes the chosen enquiries together and only those that are shown; what fails stays chosen', async () => {
  await chooseAll.click()
  await expect.element(removeChosen).toBeVisible()
  await page.getByRole('searchbox').fill('nordmann')
  await expect.element(removeChosen).not.toBeInTheDocument()
  await expect.element(page.getByText('Viser 2 av 4 henvendelser')).toBeVisible()
  await chooseAll.click()
  await removeChosen.click()
  await expect.element(question).toMatchTextContent('2')
  await expect.element(question).toMatchTextContent('Kan angres i 30 dager')
  await confirm.click()
  await expectToast('Suksess', /2/)
  await expect.element(title(2)).toBeVisible()
  await expect.element(removeChosen).not.toBeInTheDocument()
  await page.getByRole('searchbox').fill('')
  for (const name of ['Åse Østby', 'Per Hansen']) await choose(name).click()

  let calls = 0
  intercept('DELETE', onePath, (_, forward) => {
    calls += 1
    return calls === 2 ? fault() : forward()
  })
  await removeChosen.click()
  await confirm.click()
  await expectToast('Feil', /Kunne ikke slette henvendelser/)
  await expect.element(title(1)).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^Velg henvendelsen/ })).toBeChecked()
})
