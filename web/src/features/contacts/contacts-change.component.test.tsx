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
  const people = ['Kari Nordmann', 'Ola Nordmann', 'Åse Østby', 'Per Hansen', 'Siri Nordmann']
  await sendEnquiries(people.map((name, index) => enquiry({ name, email: `gjest${index}@kunde.example` })))
  await openOffice('/admin')
  await expect.element(title(5)).toBeVisible()
})

test('edits an enquiry: asks before it discards, shows errors at their fields, lets the second of two editors decide', async () => {
  await edit('Kari Nordmann').click()
  const [name, email] = [form.getByLabelText(/^Navn/), form.getByLabelText(/^E-post/)]
  await name.fill(' ')
  await userEvent.keyboard('{Escape}')
  await page
    .getByRole('alertdialog', { name: 'Forkaste endringene?' })
    .getByRole('button', { name: 'Fortsett å redigere' })
    .click()
  await email.fill('kari(at)kunde')
  await save.click()
  await expect.element(form.getByText('Navn er påkrevd')).toBeVisible()
  await expect.element(form.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(name).toHaveFocus()

  await name.fill('Kari Ødegård')
  await email.fill('kari@odegard.example')
  // Like a search that was typed just before, whose timer fires now: it asks about no discarding.
  const search = (await page.getByRole('searchbox', { includeHidden: true }).findElement()) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'kari')
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => shownUrl()).toContain('q=kari')
  await expect.element(question).not.toBeInTheDocument()
  const restore = intercept('PUT', onePath, fault)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Feil', 'Kunne ikke oppdatere henvendelsen.')
  restore()
  const kari = (await call(listContacts, {})).find((contact) => contact.name === 'Kari Nordmann')
  await call(updateContact, { params: { id: kari?.id ?? '' }, body: { company: 'Den andres firma' } })
  await save.click()
  await expect.element(form.getByText('Endret av en annen i mellomtiden')).toBeVisible()
  await form.getByRole('button', { name: 'Bruk denne: Bedrift' }).click()
  await form.getByRole('button', { name: 'Lagre likevel' }).click()
  await expectToast('Suksess', 'Henvendelsen er oppdatert.')
  await expect.element(rowOf('Kari Ødegård')).toMatchTextContent('Den andres firma')
  const changed = { name: 'Kari Ødegård', email: 'kari@odegard.example', company: 'Den andres firma', version: 3 }
  expect(await call(listContacts, {})).toContainEqual(expect.objectContaining(changed))
})

test('deletes an enquiry, also one that is gone already, or those that are chosen and shown; what fails stays', async () => {
  const restore = intercept('DELETE', onePath, fault)
  await remove('Ola Nordmann').click()
  await expect.element(question).toMatchTextContent(/Ola Nordmann[\s\S]*Kan angres i 30 dager/)
  await confirm.click()
  await expectToast('Feil', 'Kunne ikke slette henvendelsen.')
  await expect.element(title(5)).toBeVisible()
  restore()
  await remove('Ola Nordmann').click()
  await confirm.click()
  await expectToast('Suksess', /slettet/)
  await expect.element(title(4)).toBeVisible()
  await expect.element(rowOf('Ola Nordmann')).not.toBeInTheDocument()
  await commands.sql(`DELETE FROM contacts WHERE name = 'Per Hansen'`)
  await remove('Per Hansen').click()
  await confirm.click()
  await expect.element(title(3)).toBeVisible()

  await chooseAll.click()
  await expect.element(removeChosen).toBeVisible()
  await page.getByRole('searchbox').fill('nordmann')
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
