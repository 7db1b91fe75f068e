import { createLead, setLeadStatus, updateLead } from '@kontor/contract/leads/leads.endpoints'
import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call, callTagged } from '../platform/api-client.ts'
import { countCalls, errorAnswer, intercept } from '../testing/calls.ts'
import { addLeads, clearLeads, expectCount, readLeads, rowOf, setStatus, statusPath } from '../testing/leads.ts'
import { chooseFromMenu } from '../testing/list-menu.ts'
import { focus } from '../testing/locators.ts'
import { followChanges, openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const refresh = page.getByRole('button', { name: 'Oppdater' })
const listCalls = () => countCalls('GET', /^\/api\/leads$/)

/** Resolves once the stream has started, which the page also tells the browser's other tabs. */
const streamStart = (): Promise<void> => {
  const channel = new BroadcastChannel('kontor-live')
  onTestFinished(() => channel.close())
  return new Promise((resolve) => {
    channel.addEventListener('message', ({ data }) => data.type === 'heard' && resolve())
  })
}

/** Opens the leads and waits until every change by others arrives. */
const openLeads = async (path = '/leads') => {
  followChanges()
  const started = streamStart()
  await openOffice(path, 'sales')
  await started
  await expect.element(refresh).not.toBeInTheDocument()
}

// Not `call`, whose changes are the user's own.
const rename = (id: number, company_name: string) =>
  callTagged(updateLead, { params: { id: String(id) }, body: { company_name } })

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
})

test('shows what others add, change and delete in an open list and its figures, with few fetches', async () => {
  const [id = 0, gone] = await addLeads([{ company_name: 'Delt Eksempel AS' }, { company_name: 'Slettes AS' }])
  await openLeads()
  await expectCount(2)
  await page.getByRole('checkbox', { name: 'Velg Slettes AS' }).click()
  await expect.element(page.getByText('1 valgt')).toBeVisible()
  // Rows stay in place while the pointer or the focus is in the list.
  await page.getByRole('heading', { name: 'Leads (2)' }).click()
  await rename(id, 'Delt Omdøpt AS')
  await call(createLead, { body: { company_name: 'Egen AS' } })
  await commands.sql('DELETE FROM leads WHERE id = $1', [gone])
  for (const name of ['Delt Omdøpt AS', 'Egen AS']) await expect.element(rowOf(name)).toBeVisible()
  await expect.element(rowOf('Slettes AS')).not.toBeInTheDocument()
  await expect.element(page.getByText('1 valgt')).not.toBeInTheDocument()
  await expect.element(refresh).not.toBeInTheDocument()

  const beforeOwn = listCalls()
  await setStatus('Egen AS', 'Kontaktet')
  await expect.element(rowOf('Egen AS').getByRole('button', { name: /Kontaktet/ })).toBeVisible()
  await call(createLead, { body: { company_name: 'Etterpå AS' } })
  await expectCount(3)
  expect(listCalls() - beforeOwn).toBeLessThanOrEqual(3)

  const beforeMany = listCalls()
  await commands.sql(`INSERT INTO leads (company_name) SELECT 'Mange ' || n || ' AS' FROM generate_series(1, 50) n`)
  await expectCount(53)
  // Allows one fetch for the previous lead, whose notification may arrive after it was shown.
  expect(listCalls() - beforeMany).toBeLessThanOrEqual(2)

  await chooseFromMenu('Tall')
  const stage = page.getByRole('row', { name: /^Ny / })
  await expect.element(stage).toMatchTextContent('Ny53')
  await addLeads([{ company_name: 'Talt AS' }])
  await expect.element(stage).toMatchTextContent('Ny54')
})

test("keeps what the user types, asks and focuses while another user's changes arrive", async () => {
  const [id = 0] = await addLeads([{ company_name: 'Skrives AS' }])
  await openLeads()
  await expectCount(1)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('button', { name: 'Åpne Skrives AS' })).toHaveFocus()
  await addLeads([{ company_name: 'Rolig B AS' }])
  await expectCount(2)
  await userEvent.keyboard('e')
  const field = page.getByRole('textbox', { name: /^Firmanavn/ })
  await expect.element(field).toHaveValue('Skrives AS')
  await field.fill('Skrevet Her AS')
  await rename(id, 'Skrevet Der AS')
  await expect.element(page.getByText('Skrevet Der AS').first()).toBeInTheDocument()
  await expect.element(field).toHaveValue('Skrevet Her AS')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(/Endret av en annen/).first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Forkast' }).click()

  await page.getByRole('button', { name: 'Slett Skrevet Der AS' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await rename(id, 'Reddet AS')
  await expect.element(page.getByText('Reddet AS').first()).toBeInTheDocument()
  await question.getByRole('button', { name: 'Slett' }).click()
  await expect.element(question.getByText(/^Endret av en annen i mellomtiden/)).toBeVisible()
  expect(await readLeads()).toHaveLength(2)
  await question.getByRole('button', { name: 'Slett' }).click()
  await expect.poll(async () => (await readLeads()).map(({ company_name }) => company_name)).toEqual(['Rolig B AS'])
  await page.getByRole('button', { name: 'Åpne Rolig B AS' }).click()
  const note = page.getByRole('textbox', { name: 'Nytt notat' })
  await note.fill('Halvskrevet')
  await commands.sql('DELETE FROM leads')
  await expect.element(page.getByText('Slettet av en annen i mellomtiden')).toBeVisible()
  await expect.element(note).toHaveValue('Halvskrevet')
  await note.fill('')
  await expect.element(page.getByRole('dialog', { name: 'Leadet finnes ikke' })).toBeVisible()
})

test('keeps rows in place under the pointer until it leaves', async () => {
  const [first = 0] = await addLeads([{ company_name: 'Rolig A AS' }, { company_name: 'Rolig B AS' }])
  await openLeads('/leads?sort=company_name%3Aasc')
  await expectCount(2)
  const names = () => [...document.querySelectorAll('[data-lead]')].map(({ textContent }) => textContent)
  await userEvent.hover(rowOf('Rolig B AS'))
  await addLeads([{ company_name: 'Rolig 0 AS' }])
  await rename(first, 'Rolig Å AS')
  await expectCount(3)
  await expect.element(rowOf('Rolig Å AS')).toBeVisible()
  expect(names()).toEqual(['Rolig Å AS', 'Rolig B AS'])
  await userEvent.hover(page.getByRole('searchbox'))
  await expect.poll(names).toEqual(['Rolig 0 AS', 'Rolig B AS', 'Rolig Å AS'])
})

const column = (name: LeadStatus) => page.getByRole('region', { name })
const card = (name: string) => page.getByRole('button', { name: `Åpne ${name}` })
const moveElsewhere = (id: number, status: LeadStatus) =>
  call(setLeadStatus, { params: { id: String(id) }, body: { status } })

/** The names on the cards of each column that has any. */
const board = () =>
  Object.fromEntries(
    [...document.querySelectorAll('section:has([data-card])')].map((section) => [
      section.getAttribute('aria-label'),
      [...section.querySelectorAll('[data-lead]')].map(({ textContent }) => textContent),
    ]),
  )

test("keeps the board's cards in place under the pointer and around the focus, except a moved card", async () => {
  const [first = 0, second = 0] = await addLeads([{ company_name: 'Kort A' }, { company_name: 'Kort B' }])
  await openLeads('/leads?view=board')
  await userEvent.hover(card('Kort B'))
  await moveElsewhere(first, 'Kontaktet')
  await rename(second, 'Kort Bø')
  await addLeads([{ company_name: 'Kort C' }])
  await expect.element(card('Kort Bø')).toBeVisible()
  await expect.element(column('Ny').getByRole('button', { name: 'Status for Kort A: Kontaktet' })).toBeVisible()
  await expectCount(3)
  expect(board()).toEqual({ Ny: ['Kort Bø', 'Kort A'] })
  await page.css('[data-card]').filter({ hasText: 'Kort Bø' }).dropTo(column('Tilbud sendt'))
  await expect.poll(board).toEqual({ Ny: ['Kort A'], 'Tilbud sendt': ['Kort Bø'] })
  await expect.element(column('Tilbud sendt').getByRole('button', { name: /^Status for Kort Bø/ })).toBeVisible()
  const search = page.getByRole('searchbox')
  await userEvent.hover(search)
  await expect.poll(board).toEqual({ Ny: ['Kort C'], Kontaktet: ['Kort A'], 'Tilbud sendt': ['Kort Bø'] })

  await userEvent.keyboard('{ArrowDown}')
  await expect.element(card('Kort C')).toHaveFocus()
  await moveElsewhere(first, 'Tilbud sendt')
  await expect
    .element(column('Kontaktet').getByRole('button', { name: 'Status for Kort A: Tilbud sendt' }))
    .toBeVisible()
  intercept('PATCH', statusPath, () => errorAnswer(503, 'Databasen er borte.'))
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Statusen til Kort C ble ikke endret til Kontaktet.')
  await expect.poll(board).toEqual({ Ny: ['Kort C'], Kontaktet: ['Kort A'], 'Tilbud sendt': ['Kort Bø'] })
  await expect.element(card('Kort C')).toHaveFocus()
  await focus(search)
  await expect.poll(() => board().Kontaktet).toBeUndefined()
})

test('reports an unreachable server until it responds again', async () => {
  await openLeads()
  const channel = new BroadcastChannel('kontor-live')
  onTestFinished(() => channel.close())
  const away = page.getByText('Ingen kontakt med serveren. Prøver igjen …')
  // Repeated, since a beat between two of them would end the wait.
  await expect
    .poll(() => {
      channel.postMessage({ type: 'lost', isAway: true })
      return away.elements().length
    })
    .toBe(1)
  channel.postMessage({ type: 'heard' })
  await expect.element(away).not.toBeInTheDocument()
})
