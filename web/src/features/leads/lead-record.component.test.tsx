import { updateLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { errorAnswer, intercept } from '../../testing/calls.ts'
import { addLeads, clearLeads, expectCount, leadPath, readLeads, rowOf, seedLeads } from '../../testing/leads.ts'
import { expectToast, focus } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { toast } from '../../ui/toast-store.ts'

const [bakery, builder, cafe] = ['Eksempel Bakeri AS', 'Eksempel Bygg AS', 'Eksempel Kafé AS']
const record = (name: string) => page.getByRole('dialog', { name, exact: true })
const field = (label: string) => page.getByRole('button', { name: new RegExp(`^Endre ${label}`) })
const input = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const opener = (name: string) => page.getByRole('button', { name: `Åpne ${name}`, exact: true })

let ids: number[] = []
const firstLead = async () => (await readLeads())[0]

/** Newest first in the list: the café, the builder, the bakery. */
beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
  ids = await addLeads([
    { company_name: bakery, email: 'post@bakeri.example', phone: '22 33 44 55', next_step: 'Ringe', status: 'Ny' },
    { company_name: builder, status: 'Kontaktet' },
    { company_name: cafe, status: 'Ny' },
  ])
})

test('opens a record from its row by keyboard; Back closes it and returns the focus to the row', async () => {
  await openOffice('/leads?status=Ny', 'sales')
  await expectCount(2)
  await focus(opener(bakery))
  await userEvent.keyboard('{Enter}')
  await expect.element(record(bakery)).toMatchTextContent('2 av 2')
  await expect.poll(shownUrl).toBe(`/leads/${ids[0]}?status=Ny`)
  await expectAccessible()
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(shownUrl).toBe('/leads?status=Ny')
  await expect.element(opener(bakery)).toHaveFocus()
})

test('moves through the filtered list with J, K and the arrows, and Back returns to the list', async () => {
  await openOffice('/leads', 'sales')
  await opener(cafe).click()
  await expect.element(record(cafe)).toMatchTextContent('1 av 3')
  await userEvent.keyboard('j')
  await expect.element(record(builder)).toMatchTextContent('2 av 3')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(record(bakery)).toMatchTextContent('3 av 3')
  await userEvent.keyboard('j')
  await userEvent.keyboard('k')
  await expect.element(record(builder)).toBeVisible()
  await page.getByRole('button', { name: 'Neste' }).click()
  await expect.element(record(bakery)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener(bakery)).toHaveFocus()
  await expect.poll(shownUrl).toBe('/leads')
})

test('the next record of a filtered list follows after one whose status no longer matches', async () => {
  await openOffice(`/leads/${ids[2]}?status=Ny`, 'sales')
  await page.getByRole('combobox', { name: 'Status', exact: true }).last().click()
  await page.getByRole('option', { name: 'Kontaktet' }).click()
  await expectToast('Status oppdatert vellykket', `${cafe}: Kontaktet`)
  await expect.element(record(cafe)).toBeVisible()
  await page.getByRole('button', { name: 'Neste' }).click()
  await expect.element(record(bakery)).toBeVisible()
})

test('offers the reasons of a loss, with the stored one that has left the list', async () => {
  const [id] = await addLeads([{ company_name: 'Tapt AS', status: 'Avslått', lost_reason: 'Flyttet utenlands' }])
  await openOffice(`/leads/${id}`, 'sales')
  const reason = record('Tapt AS').getByRole('combobox', { name: 'Årsak til avslag' })
  await expect.element(reason).toMatchTextContent('Flyttet utenlands')
  await reason.click()
  await expect.element(page.getByRole('option', { name: 'Flyttet utenlands' })).toBeVisible()
  await page.getByRole('option', { name: 'For dyrt' }).click()
  await expectToast('Lead oppdatert vellykket', 'Tapt AS: Årsak til avslag')
  await expect.element(reason).toMatchTextContent('For dyrt')
  await expectAccessible()
  await reason.click()
  await page.getByRole('option', { name: 'Ingen' }).click()
  await expect.poll(async () => (await readLeads()).at(-1)?.lost_reason).toBeNull()
})

test('Esc closes a record with a single press, also while a toast is there', async () => {
  await openOffice(`/leads/${ids[0]}`, 'sales')
  await expect.element(record(bakery)).toBeVisible()
  toast({ title: 'Lagret', description: bakery })
  await expectToast('Lagret', bakery)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener(bakery)).toHaveFocus()
})

test('moves on to the next page of the list; Back leads to the page before, not out of the product', async () => {
  await clearLeads()
  await seedLeads(52)
  await openOffice('/leads', 'sales')
  await expectCount(52)
  await focus(page.getByRole('button', { name: 'Neste' }))
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownUrl).toBe('/leads?page=2')
  history.back()
  await expect.poll(shownUrl).toBe('/leads')
  await expect.element(page.getByText('Side 1 av 2')).toBeInTheDocument()
  const last = (await (await fetch('/api/leads?size=50')).json()).leads.at(-1)
  await openOffice(`/leads/${last.id}`, 'sales')
  await expect.element(record(last.company_name)).toMatchTextContent('50 av 52')
  await userEvent.keyboard('j')
  await expect.element(record('Blåfjell Eksempel 51 AS')).toMatchTextContent('51 av 52')
  await expect.poll(() => location.search).toBe('?page=2')
  await userEvent.keyboard('k')
  await expect.element(record(last.company_name)).toMatchTextContent('50 av 52')
  await expect.poll(() => location.search).toBe('')
})

test('saves a field in place with Enter, reverts with Esc, and keeps what the server rejects', async () => {
  await openOffice(`/leads/${ids[0]}`, 'sales')
  await field('Neste steg').click()
  await input('Neste steg').fill('Sende tilbud')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Neste steg: Sende tilbud')).toHaveFocus()
  await expect.poll(firstLead).toMatchObject({ next_step: 'Sende tilbud' })
  await field('Kontaktperson').click()
  await input('Kontaktperson').fill('Kari')
  await userEvent.keyboard('{Escape}')
  await expect.element(field('Kontaktperson: tomt')).toHaveFocus()
  await field('E-post').click()
  await input('E-post').fill('kari')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(input('E-post')).toHaveValue('kari')
  await expectAccessible()
  await input('E-post').fill('kari@bakeri.example')
  // Leaving the field saves, too.
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'kari@bakeri.example' })).toBeVisible()
  await expect.poll(firstLead).toMatchObject({ email: 'kari@bakeri.example', contact_name: null })
})

test("keeps another user's change of another field, and asks about a change of the same one", async () => {
  await openOffice(`/leads/${ids[0]}`, 'sales')
  const change = (body: object) => call(updateLead, { params: { id: String(ids[0]) }, body })
  await field('Neste steg').click()
  await change({ contact_name: 'Kari Nordmann' })
  await input('Neste steg').fill('Sende tilbud')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Neste steg: Sende tilbud')).toBeVisible()
  await expect.poll(firstLead).toMatchObject({ next_step: 'Sende tilbud', contact_name: 'Kari Nordmann' })

  await field('Neste steg').click()
  await change({ next_step: 'Den andres' })
  await input('Neste steg').fill('Mitt')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Neste steg lagret nå: Den andres')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Lagre likevel' }).click()
  await expect.element(field('Neste steg: Mitt')).toBeVisible()
  await expect.poll(firstLead).toMatchObject({ next_step: 'Mitt' })
})

test('asks before Back loses typed text', async () => {
  await openOffice('/leads', 'sales')
  await opener(bakery).click()
  await field('Neste steg').click()
  await input('Neste steg').fill('Halvferdig')
  const stop = intercept('PUT', leadPath, () => errorAnswer(503, 'Databasen er borte.'))
  // The router takes the guard's blocker after the event of the last key.
  await new Promise((resolve) => requestIdleCallback(resolve))
  history.back()
  const question = page.getByRole('alertdialog', { name: 'Forkaste endringene?' })
  await question.getByRole('button', { name: 'Fortsett å redigere' }).click()
  await expect.element(page.getByText('Databasen er borte.')).toBeVisible()
  await expect.element(input('Neste steg')).toHaveValue('Halvferdig')
  stop()
})

test('opens the edit dialog over the record', async () => {
  await openOffice(`/leads/${ids[0]}`, 'sales')
  await page.getByRole('button', { name: 'Rediger', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await form.getByLabelText('Kontaktperson').fill('Kari Nordmann')
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expectToast('Lead oppdatert vellykket', bakery)
  await expect.element(field('Kontaktperson: Kari Nordmann')).toBeVisible()
})

test('a phone number is a link in the list and the record; pressing it opens nothing', async () => {
  await openOffice('/leads', 'sales')
  const link = rowOf(bakery).getByRole('link', { name: '22 33 44 55' })
  await expect.element(link).toHaveAttribute('href', 'tel:+4722334455')
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true })
  await link.click()
  expect(shownUrl()).toBe('/leads')
  await opener(bakery).click()
  await expect.element(record(bakery).getByRole('link', { name: '22 33 44 55' })).toBeVisible()
})

test('explains an unknown address, and links to the list', async () => {
  for (const id of ['999999', 'tull']) {
    await openOffice(`/leads/${id}`, 'sales')
    await expect.element(record('Leadet finnes ikke')).toMatchTextContent('Adressen er feil, eller leadet er slettet.')
  }
  await expectAccessible()
  await page.getByRole('button', { name: 'Til listen' }).click()
  await expect.poll(shownUrl).toBe('/leads')
})

test("on a phone toasts cover neither the record's header nor a dialog's buttons", async () => {
  const boxOf = async (locator: ReturnType<typeof page.css>) => (await locator.findElement()).getBoundingClientRect()
  const toasts = page.css('[role=region] > ol > li')
  await page.viewport(390, 844)
  await openOffice(`/leads/${ids[0]}`, 'sales')
  const header = record(bakery).css('header')
  await expect.element(header).toBeVisible()
  const showSaved = () => toast({ title: 'Lagret', description: bakery })
  showSaved()
  const isBelowHeader = async () => (await boxOf(toasts)).top > (await boxOf(header)).bottom
  await expect.poll(isBelowHeader).toBe(true)
  // A menu of the record leaves them where they are.
  await page.getByRole('button', { name: 'Utsett' }).click()
  await expect.element(page.getByRole('option', { name: /^I morgen/ })).toHaveFocus()
  // Again, since it may have closed by itself.
  showSaved()
  await expect.poll(isBelowHeader).toBe(true)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Gjør til kunde' }).click()
  const confirm = page.getByRole('dialog', { name: /til kunde/ }).getByRole('button', { name: 'Gjør til kunde' })
  await expect.element(confirm).toBeVisible()
  toast({ title: 'Feil', description: bakery, variant: 'destructive' })
  await expect.poll(async () => (await boxOf(toasts)).bottom < (await boxOf(confirm)).top).toBe(true)
})

test('deletes a lead from its record after a question, updates the list behind it, and puts the lead back', async () => {
  await openOffice('/leads', 'sales')
  await expectCount(3)
  await focus(opener(builder))
  await userEvent.keyboard('{Enter}')
  await expect.element(record(builder)).toMatchTextContent('2 av 3')
  const question = page.getByRole('alertdialog')
  const remove = record(builder).getByRole('button', { name: 'Slett', exact: true })

  await remove.click()
  await expect.element(question).toMatchTextContent(builder)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(remove).toHaveFocus()
  await expect.element(record(builder)).toBeVisible()

  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'Slett', exact: true }).click()
  await expectToast('Lead slettet vellykket', builder)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectCount(2)
  await expect.element(rowOf(builder)).not.toBeInTheDocument()
  await expect.poll(shownUrl).toBe('/leads')
  // The next row takes the deleted one's place.
  await expect.element(opener(bakery)).toHaveFocus()
  expect((await readLeads()).map(({ id }) => id)).toEqual([ids[0], ids[2]])

  await page.getByRole('button', { name: /^Angre/ }).click()
  await expectToast('Gjenopprettet', builder)
  await expectCount(3)
  await expect.element(opener(builder)).toBeVisible()
})
