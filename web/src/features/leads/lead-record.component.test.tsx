import { updateLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { countCalls, failWith503, hold, intercept, loseAnswers } from '../../testing/calls.ts'
import {
  addLeads,
  clearLeads,
  expectCount,
  leadPath,
  leadsPath,
  readLeads,
  rowOf,
  seedLeads,
} from '../../testing/leads.ts'
import { chooseOption, expectToast, focus } from '../../testing/locators.ts'
import { openOffice, shownUrl } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'
import { toast } from '../../ui/toast/toast-store.ts'

const [bakery, builder, cafe] = ['Eksempel Bakeri AS', 'Eksempel Bygg AS', 'Eksempel Kafé AS']
const record = (name: string) => page.getByRole('dialog', { name, exact: true })
const field = (label: string) => page.getByRole('button', { name: new RegExp(`^Endre ${label}`) })
const input = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const retry = page.getByRole('button', { name: /^Prøv igjen/ })
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

test('opens from its row, moves through the filtered list by keys, and Back returns to the row', async () => {
  await openOffice('/leads?status=Ny', 'sales')
  await expectCount(2)
  const phone = rowOf(bakery).getByRole('link', { name: '22 33 44 55' })
  await expect.element(phone).toHaveAttribute('href', 'tel:+4722334455')
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true })
  await phone.click()
  expect(shownUrl()).toBe('/leads?status=Ny')
  await focus(opener(cafe))
  await userEvent.keyboard('{Enter}')
  await expect.element(record(cafe)).toMatchTextContent('1 av 2')
  await expect.poll(shownUrl).toBe(`/leads/${ids[2]}?status=Ny`)
  await userEvent.keyboard('j')
  await expect.element(record(bakery)).toMatchTextContent('2 av 2')
  await expect.element(record(bakery).getByRole('link', { name: '22 33 44 55' })).toBeVisible()
  await userEvent.keyboard('j')
  await userEvent.keyboard('k')
  await expect.element(record(cafe)).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(record(bakery)).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(record(cafe)).toBeVisible()

  // The next one follows after a record that no longer matches.
  await chooseOption(page.getByRole('combobox', { name: 'Status', exact: true }).last(), 'Kontaktet')
  await expectToast('Status oppdatert vellykket', `${cafe}: Kontaktet`)
  await expect.element(record(cafe)).toBeVisible()
  await page.getByRole('button', { name: 'Neste' }).click()
  await expect.element(record(bakery)).toBeVisible()
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(shownUrl).toBe('/leads?status=Ny')
  await expect.element(opener(bakery)).toHaveFocus()
})

test('moves on to the next page of the list, also after a failure; Back leads to the page before', async () => {
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
  const restore = failWith503('GET', leadsPath)
  await userEvent.keyboard('j')
  await expectToast('Feil', 'Databasen er borte.')
  restore()
  await retry.click()
  await expect.element(record('Blåfjell Eksempel 51 AS')).toMatchTextContent('51 av 52')
  await expect.poll(() => location.search).toBe('?page=2')
  await userEvent.keyboard('k')
  await expect.element(record(last.company_name)).toMatchTextContent('50 av 52')
  await expect.poll(() => location.search).toBe('')
})

test('saves a field by Enter, reverts by Esc, and keeps rejected text', async () => {
  const [id] = await addLeads([{ company_name: 'Tapt AS', status: 'Avslått', lost_reason: 'Flyttet utenlands' }])
  const stored = async () => (await readLeads()).find((lead) => lead.id === id)
  await openOffice('/leads', 'sales')
  await opener('Tapt AS').click()
  await field('Neste steg').click()
  await input('Neste steg').fill('Sende tilbud')
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Neste steg: Sende tilbud')).toHaveFocus()
  // Text typed during a save is saved after it, once the user has left the field. The form waits for that.
  const { release } = hold('PUT', leadPath)
  await field('Neste steg').click()
  await input('Neste steg').fill('Møte')
  await userEvent.keyboard('{Enter}')
  await input('Neste steg').fill('Møte med Kari')
  await button('Rediger').click()
  release()
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  await expect.element(form.getByLabelText('Neste steg')).toHaveValue('Møte med Kari')
  await form.getByLabelText('Poststed').fill('Bergen')
  await form.getByRole('button', { name: 'Lagre' }).click()
  await expect.poll(stored).toMatchObject({ next_step: 'Møte med Kari', city: 'Bergen' })
  await page.getByRole('button', { name: /^Vis \d+ tomme felter$/ }).click()
  await expect.element(field('Kontaktperson: tomt')).toHaveFocus()
  await field('Kontaktperson').click()
  await input('Kontaktperson').fill('Kari')
  await userEvent.keyboard('{Escape}')
  await expect.element(field('Kontaktperson: tomt')).toHaveFocus()
  await field('Frist').click()
  await input('Frist').fill('01.02.2031')
  const openCalendar = record('Tapt AS').getByRole('button', { name: /^Velg dato/ })
  await openCalendar.click()
  await expect.element(page.getByRole('grid')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await expect.element(openCalendar).toHaveFocus()
  await expect.element(input('Frist')).toHaveValue('01.02.2031')
  await userEvent.keyboard('{Escape}')
  await expect.element(field('Frist: tomt')).toHaveFocus()
  await field('E-post').click()
  await input('E-post').fill('kari')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Ugyldig e-postadresse')).toBeVisible()
  await expect.element(input('E-post')).toHaveValue('kari')
  await input('E-post').fill('kari@bakeri.example')
  // Leaving the field saves, too.
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'kari@bakeri.example' })).toBeVisible()
  await expect.poll(stored).toMatchObject({ email: 'kari@bakeri.example', contact_name: null })

  // The stored reason has left the list of reasons.
  const reason = record('Tapt AS').getByRole('combobox', { name: 'Årsak til avslag' })
  await expect.element(reason).toMatchTextContent('Flyttet utenlands')
  await reason.click()
  await expect.element(page.getByRole('option', { name: 'Flyttet utenlands' })).toBeVisible()
  await page.getByRole('option', { name: 'For dyrt' }).click()
  await expectToast('Lead oppdatert vellykket', 'Tapt AS: Årsak til avslag')
  await expect.element(reason).toMatchTextContent('For dyrt')
  await expect.poll(stored).toMatchObject({ lost_reason: 'For dyrt' })
})

test("finishes a step despite another user's changes, and undoes it only if they changed no step since", async () => {
  await openOffice(`/leads/${ids[0]}`, 'sales')
  const change = (body: object) => call(updateLead, { params: { id: String(ids[0]) }, body })
  const finish = page.getByRole('button', { name: 'Utført', exact: true })
  await expect.element(finish).toHaveAttribute('aria-disabled', 'false')
  await change({ city: 'Bergen' })
  await finish.click()
  await expectToast('Neste steg utført', `${bakery}: Ringe`)
  expect(await firstLead()).toMatchObject({ next_step: null, city: 'Bergen' })
  await change({ next_step: 'Møte' })
  await userEvent.keyboard('{Alt>}z{/Alt}')
  await expectToast('Feil', /Neste steg ble ikke satt tilbake/)
  expect(await firstLead()).toMatchObject({ next_step: 'Møte' })
})

test("a retry saves a record's unsaved change, even after a lost response or a closed record", async () => {
  const [id] = await addLeads([{ company_name: 'Utført AS', next_step: 'Ringe', next_step_at: '2031-01-02' }])
  await openOffice(`/leads/${id}`, 'sales')
  const stored = async () => (await readLeads()).find((lead) => lead.id === id)
  const restoreFinish = failWith503('PUT', leadPath)
  await button('Utført').click()
  await expectToast('Feil', 'Neste steg ble ikke endret. Databasen er borte.')
  restoreFinish()
  await retry.click()
  await expectToast('Neste steg utført', 'Utført AS: Ringe')
  expect(await stored()).toMatchObject({ next_step: null, next_step_at: null })

  // The step is restored, but the response is lost; the retry finds it restored.
  const restoreUndo = loseAnswers('PUT', leadPath)
  await page.getByRole('button', { name: /^Angre/ }).click()
  await expectToast('Feil', /^FeilNeste steg ble ikke satt tilbake\./)
  restoreUndo()
  await retry.click()
  await expectToast('Neste steg er satt tilbake', 'Utført AS')
  expect(await stored()).toMatchObject({ next_step: 'Ringe', next_step_at: '2031-01-02' })

  // A new day, too, isn't taken for a change by another user.
  const restorePostpone = loseAnswers('PUT', leadPath)
  await button('Utsett').click()
  await page.getByRole('option', { name: /^I morgen/ }).click()
  await expectToast('Feil', /Fristen ble ikke endret\./)
  restorePostpone()
  const callsBefore = countCalls('PUT', leadPath)
  await retry.click()
  await expect.poll(() => countCalls('PUT', leadPath)).toBe(callsBefore + 1)
  await expect.element(page.getByText(/Fristen ble ikke endret/)).not.toBeInTheDocument()
  expect((await stored())?.next_step_at).not.toBe('2031-01-02')

  const editStep = async () => {
    await field('Neste steg').click()
    await input('Neste steg').fill('Sende tilbud')
    await userEvent.keyboard('{Enter}')
  }
  const chooseOwner = () => chooseOption(record('Utført AS').getByRole('combobox', { name: 'Ansvarlig' }), 'salg')
  for (const [label, change] of [['Neste steg', editStep] as const, ['Ansvarlig', chooseOwner] as const]) {
    await openOffice(`/leads/${id}`, 'sales')
    const { promise, resolve } = Promise.withResolvers<void>()
    const restore = intercept('PUT', leadPath, async () => {
      await promise
      throw new TypeError('Failed to fetch')
    })
    const sent = countCalls('PUT', leadPath)
    await change()
    await expect.poll(() => countCalls('PUT', leadPath)).toBe(sent + 1)
    await button('Lukk').click()
    await expect.element(record('Utført AS')).not.toBeInTheDocument()
    resolve()
    await expectToast('Feil', new RegExp(`${label} ble ikke lagret\\.`))
    restore()
    await retry.click()
    await expectToast('Lead oppdatert vellykket', `Utført AS: ${label}`)
  }
  expect(await stored()).toMatchObject({ next_step: 'Sende tilbud', owner: 'salg' })
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
  // A menu of the record doesn't move the toasts.
  await page.getByRole('button', { name: 'Utsett' }).click()
  await expect.element(page.getByRole('option', { name: /^I morgen/ })).toHaveFocus()
  // Opens it again, since it may have closed by itself.
  showSaved()
  await expect.poll(isBelowHeader).toBe(true)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Gjør til kunde' }).click()
  const confirm = page.getByRole('dialog', { name: /til kunde/ }).getByRole('button', { name: 'Gjør til kunde' })
  await expect.element(confirm).toBeVisible()
  toast({ title: 'Feil', description: bakery, variant: 'destructive' })
  await expect.poll(async () => (await boxOf(toasts)).bottom < (await boxOf(confirm)).top).toBe(true)
})
