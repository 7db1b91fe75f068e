import { listContacts, updateContact } from '@kontor/contract/contacts/contacts.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { clearEnquiries, enquiry, sendEnquiries } from '../../testing/contacts.ts'
import { goTo } from '../../testing/go-to.ts'
import { expectTexts, expectToast, pageWidth } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'

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
const sortBy = (name: string) => head(name).getByRole('button').click()
const expectCount = (count: number) => expect.element(page.getByText(`Viser ${count} av 4 henvendelser`)).toBeVisible()
const chooseSubject = async (name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Filtrer på emne' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

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

/** Sends enquiries of five people and opens their list. */
const openPeople = async (): Promise<void> => {
  await clearEnquiries()
  const people = ['Kari Nordmann', 'Ola Nordmann', 'Åse Østby', 'Per Hansen', 'Siri Nordmann']
  await sendEnquiries(people.map((name, index) => enquiry({ name, email: `gjest${index}@kunde.example` })))
  await openOffice('/admin')
  await expect.element(title(5)).toBeVisible()
}

beforeEach(async () => {
  await clearEnquiries()
  await sendEnquiries(enquiries)
})

test('explains a list that could not be loaded; sorts the newest first, and empty values last in both directions', async () => {
  const stop = intercept('GET', /^\/api\/contacts$/, () => errorAnswer(500, 'Noe gikk galt hos oss.'))
  await openOffice('/admin')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Noe gikk galt hos oss.')
  stop()
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await expect.element(page.getByRole('heading', { name: 'Kontakthenvendelser (4 totalt)' })).toBeVisible()
  await expectTexts(names, ['anne Moe', 'Ærlend Vik', 'Bjørn Aas', 'Åse Dahl'])
  await expect.element(head('Dato')).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Navn')
  await expectTexts(names, ['anne Moe', 'Bjørn Aas', 'Ærlend Vik', 'Åse Dahl'])
  await expect.element(head('Navn')).toHaveAttribute('aria-sort', 'ascending')
  await sortBy('Bedrift')
  await expectTexts(names, ['anne Moe', 'Åse Dahl', 'Ærlend Vik', 'Bjørn Aas'])
  await sortBy('Bedrift')
  await expectTexts(names, ['Ærlend Vik', 'Åse Dahl', 'anne Moe', 'Bjørn Aas'])
  await expect.element(head('Bedrift')).toHaveAttribute('aria-sort', 'descending')
  for (const [column, first] of [
    ['E-post', 'anne Moe'],
    ['Emne', 'Bjørn Aas'],
    ['Dato', 'Åse Dahl'],
  ] as const) {
    await sortBy(column)
    await expect.element(names.first(), { message: column }).toHaveTextContent(first)
  }

  await clearEnquiries()
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect.element(page.getByText('Ingen henvendelser ennå')).toBeVisible()
  await page.getByRole('tab', { name: 'Kunder' }).click()
  await sendEnquiries([enquiry({ name: 'Nykommer' })])
  await page.getByRole('tab', { name: 'Kontakter' }).click()
  await expect.element(names.first()).toHaveTextContent('Nykommer')
})

test('searches every field, filters by the subjects in use, and keeps that in the URL', async () => {
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
  // As somebody may have typed it.
  goTo('/admin?sort=message:up&subject=%3Cscript%3E')
  await expect.element(page.getByText('Ingen resultater funnet')).toBeVisible()
  await expectCount(0)
})

test('sorts and filters on a phone without scrolling sideways', async () => {
  await page.viewport(390, 844)
  await openOffice('/admin')
  await expect.poll(() => names.elements().length).toBe(4)
  await page.getByRole('combobox', { name: 'Sorter etter' }).click()
  await page.getByRole('option', { name: 'Navn, stigende' }).click()
  await expect.element(names.first()).toHaveTextContent('anne Moe')
  await page.getByRole('button', { name: 'Filtre' }).click()
  await chooseSubject('Produktinformasjon')
  await expect.element(page.getByRole('button', { name: 'Filtre 1 aktivt' })).toBeVisible()
  await expectTexts(names, ['anne Moe', 'Bjørn Aas'])
  expect(pageWidth()).toBeLessThanOrEqual(390)
})

test('edits an enquiry: asks before it discards, shows errors at their fields, lets the second of two editors decide', async () => {
  await openPeople()
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
  const input = (await page.getByRole('searchbox', { includeHidden: true }).findElement()) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'kari')
  input.dispatchEvent(new Event('input', { bubbles: true }))
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
  await openPeople()
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
