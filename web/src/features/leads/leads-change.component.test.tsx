import { deleteLead } from '@kontor/contract/leads/leads.endpoints'
import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { errorAnswer, hold, intercept } from '../../testing/calls.ts'
import {
  addLeads,
  clearLeads,
  expectCount,
  leadPath,
  leadsPath,
  readLeads,
  rowOf,
  setStatus,
  statusOf,
  statusPath,
} from '../../testing/leads.ts'
import { chooseOption, expectToast, focus } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const [bakery, builder] = ['Eksempel Bakeri AS', 'Eksempel Bygg AS']
const databaseDown = () => errorAnswer(503, 'Databasen er borte.')
const alert = page.getByRole('alert')
const step = (name: string) => rowOf(name).getByRole('button', { name: /^Endre neste steg/ })
const box = (name: string) => page.getByRole('textbox', { name: `Neste steg for ${name}` })
const selectAll = page.getByRole('checkbox', { name: 'Velg alle viste' })

const open = async () => {
  await openOffice('/leads', 'sales')
  await expectCount(2)
}

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
  await addLeads([
    { company_name: bakery, email: 'post@bakeri.example', org_no: '974760673', next_step: 'Ringe' },
    { company_name: builder, customer_active: null },
  ])
})

test('shows a choice at once, keeps the second of two, and reverts a rejected one with a message', async () => {
  await open()
  let refuse = true
  const requested: LeadStatus[] = []
  let gates: Partial<Record<LeadStatus, PromiseWithResolvers<void>>> = { Kontaktet: Promise.withResolvers() }
  intercept('PATCH', statusPath, async (request, forward) => {
    const { status } = await request.clone().json()
    requested.push(status)
    await gates[status as LeadStatus]?.promise
    return refuse ? databaseDown() : forward()
  })
  await setStatus(builder, 'Kontaktet')
  await expect.element(statusOf(builder)).toHaveTextContent('Kontaktet')
  gates.Kontaktet?.resolve()
  await expect
    .element(alert)
    .toMatchTextContent('Statusen til Eksempel Bygg AS ble ikke endret til Kontaktet. Databasen er borte.')
  await expect.element(statusOf(builder)).toHaveTextContent('Ny')

  refuse = false
  gates = { Kontaktet: Promise.withResolvers(), 'Avtalt møte': Promise.withResolvers() }
  await setStatus(builder, 'Kontaktet')
  await setStatus(builder, 'Avtalt møte')
  await expect.element(statusOf(builder)).toHaveTextContent('Avtalt møte')
  gates.Kontaktet?.resolve()
  await expectToast('Status oppdatert vellykket', `${builder}: Kontaktet`)
  await expect.element(alert).not.toBeInTheDocument()
  expect((await statusOf(builder).findElement()).textContent).toBe('Avtalt møte')
  gates['Avtalt møte']?.resolve()
  await expectToast('Status oppdatert vellykket', `${builder}: Avtalt møte`)
  await expect.element(statusOf(builder)).toHaveTextContent('Avtalt møte')

  refuse = true
  gates = {}
  await setStatus(builder, 'Tilbud sendt')
  await setStatus(builder, 'Kontaktet')
  await expect.element(alert).toMatchTextContent('ble ikke endret til Kontaktet')
  await expect.element(statusOf(builder)).toHaveTextContent('Avtalt møte')
  expect(requested).toEqual(['Kontaktet', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Kontaktet'])
  expect((await readLeads()).map(({ status }) => status)).toEqual(['Ny', 'Avtalt møte'])

  const active = rowOf(builder).getByRole('button', { name: /^Kunde aktiv for/ })
  await expect.element(active).toHaveTextContent('Ikke satt')
  await chooseOption(active, 'Inaktiv')
  await expect.element(active).toHaveTextContent('Inaktiv')
  await expect.poll(async () => (await readLeads())[1]?.customer_active).toBe(false)
})

test('edits the next step in its row; Enter or a click elsewhere saves, Esc does not', async () => {
  await open()
  await step(bakery).click()
  await expect.element(box(bakery)).toHaveValue('Ringe')
  await userEvent.keyboard('Sende tilbud')
  await userEvent.keyboard('{Enter}')
  await expect.element(step(bakery)).toHaveTextContent('Sende tilbud')
  await expect.element(step(bakery)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await box(bakery).fill('Vente')
  await page.getByRole('heading', { name: 'Leads (2)' }).click()
  await expect.element(step(bakery)).toHaveTextContent('Vente')
  await step(bakery).click()
  await box(bakery).fill('Nei')
  await userEvent.keyboard('{Escape}')
  await expect.element(step(bakery)).toHaveTextContent('Vente')
  await expect.poll(async () => (await readLeads())[0]?.next_step).toBe('Vente')
})

test('keeps a text being saved, and the focus, when another field opens or the list is fetched', async () => {
  await open()
  let gate = Promise.withResolvers<void>()
  let refuse = true
  intercept('PUT', leadPath, async (_, forward) => {
    await gate.promise
    return refuse ? databaseDown() : forward()
  })
  await step(bakery).click()
  await box(bakery).fill('Befaring')
  await step(builder).click()
  gate.resolve()
  await expect.element(alert).toMatchTextContent('Databasen er borte.')
  await expect.element(box(bakery)).toHaveValue('Befaring')
  refuse = false
  await page.getByRole('button', { name: 'Lagre' }).click()
  await expect.element(box(builder)).toHaveValue('')
  await expect.element(box(builder)).toHaveFocus()
  await expect.element(step(bakery)).toHaveTextContent('Befaring')

  // A search reads the list before the change is stored, and arrives after it.
  gate = Promise.withResolvers<void>()
  const saved = Promise.withResolvers<void>()
  const stop = intercept('GET', leadsPath, async (_, forward) => {
    const answer = await forward()
    gate.resolve()
    await saved.promise
    return answer
  })
  await box(builder).fill('Vente')
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('ekse')
  await expectToast('Lead oppdatert vellykket', builder)
  saved.resolve()
  stop()
  await expect.element(step(builder)).toHaveTextContent('Vente')
  await userEvent.keyboard('mpel')
  await expect.element(page.getByRole('searchbox')).toHaveValue('eksempel')
  await statusOf(builder).click()
  await page.getByLabelText('Bransje').click()
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await userEvent.keyboard('bygg')
  await expect.element(page.getByLabelText('Bransje')).toHaveValue('bygg')
  await expect.poll(async () => (await readLeads()).map(({ next_step }) => next_step)).toEqual(['Befaring', 'Vente'])
})

test('exports several leads, sets their status and names the missing one; deletes them after a question', async () => {
  const [missing] = await addLeads([{ company_name: 'Borte AS' }])
  await openOffice('/leads', 'sales')
  await expectCount(3)
  await selectAll.click()
  await page.getByRole('button', { name: 'Eksporter valgte' }).click()
  const exporting = page.getByRole('dialog', { name: 'Eksporter leads' })
  const address = async () =>
    (await exporting.getByRole('link', { name: 'Eksporter' }).findElement()).getAttribute('href')
  await expect.element(exporting.getByRole('radio', { name: /^Valgte/ })).toBeChecked()
  expect(await address()).toMatch(/\/api\/export\/excel\?(?=.*\bcolumns=company_name).*\bids=\d/)
  await exporting.getByRole('radio', { name: /^Som vist/ }).click()
  await expect.poll(address).not.toContain('ids=')
  await exporting.getByRole('button', { name: 'Avbryt' }).click()
  await call(deleteLead, { params: { id: String(missing) } })
  await chooseOption(page.getByRole('button', { name: 'Sett status' }), 'Avslått')
  await expectToast('Status oppdatert vellykket', '2 leads: Avslått')
  const reasons = page.getByRole('dialog', { name: 'Hvorfor ble 2 leads avslått?' })
  await expect.element(reasons).toHaveAccessibleDescription('Årsakene telles under Tall.')
  await reasons.getByRole('button', { name: 'For dyrt' }).click()
  await expectToast('Årsak lagret', '2 leads: For dyrt')
  await expect.element(reasons).not.toBeInTheDocument()
  expect((await readLeads()).map(({ lost_reason }) => lost_reason)).toEqual(['For dyrt', 'For dyrt'])
  await expect.element(alert.filter({ hasText: '1 lead av 3 finnes ikke lenger.' })).toBeVisible()
  await expect.element(statusOf(builder)).toHaveTextContent('Avslått')
  await expect.element(page.getByText(/valgt$/)).not.toBeInTheDocument()
  await expect.element(selectAll).toHaveFocus()
  await page.getByRole('checkbox', { name: `Velg ${builder}` }).click()
  await page.getByRole('button', { name: 'Fjern valg' }).click()
  await expect.element(selectAll).toHaveFocus()

  await selectAll.click()
  await page.getByRole('button', { name: 'Slett valgte' }).click()
  const question = page.getByRole('alertdialog', { name: 'Er du sikker på at du vil slette 2 lead(s)?' })
  await question.getByRole('button', { name: 'Slett' }).dblClick()
  await expectToast('Lead slettet vellykket', '2 leads')
  await expect.element(page.getByRole('heading', { name: 'Ingen leads ennå' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
  expect(await readLeads()).toEqual([])
})

test('deletes a lead from its row and focuses the next; a repeated deletion leaves an open form alone', async () => {
  await addLeads([{ company_name: 'Første AS' }])
  await openOffice('/leads', 'sales')
  await expectCount(3)
  const remove = (name: string) => page.getByRole('button', { name: `Slett ${name}`, exact: true })
  const confirm = async (name: string) => {
    await focus(remove(name))
    await userEvent.keyboard('{Enter}')
    await focus(page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }))
    await userEvent.keyboard('{Enter}')
  }
  const stop = intercept('DELETE', leadPath, databaseDown)
  await confirm('Første AS')
  await expect
    .element(alert.filter({ hasText: 'Databasen er borte.' }))
    .toHaveTextContent('Første AS ble ikke slettet. Databasen er borte.')
  await expect.element(remove('Første AS')).toHaveFocus()
  stop()
  await focus(page.getByRole('button', { name: `Åpne ${builder}` }))
  await userEvent.keyboard('e')
  const form = page.getByRole('dialog', { name: 'Rediger lead' })
  const name = form.getByLabelText(/^Firmanavn/)
  await name.fill('Nytt navn AS')
  await userEvent.keyboard('{Alt>}z{/Alt}')
  await expectToast('Lead slettet vellykket', 'Første AS')
  await expect.element(name).toHaveValue('Nytt navn AS')
  await name.fill(builder)
  await userEvent.keyboard('{Escape}')
  await expectCount(2)

  const list = hold('GET', leadsPath)
  await confirm(builder)
  await expectCount(1)
  await expect.element(remove(builder)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: `Åpne ${bakery}` })).toHaveFocus()
  list.release()
})
