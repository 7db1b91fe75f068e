import { createLead, updateLead } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { countCalls } from '../testing/calls.ts'
import { addLeads, clearLeads, expectCount, rowOf, setStatus } from '../testing/leads.ts'
import { followChanges, openOffice } from '../testing/office.tsx'
import { logIn } from '../testing/session.ts'

const refresh = page.getByRole('button', { name: 'Oppdater' })
const listCalls = () => countCalls('GET', /^\/api\/leads$/)

/** Opens the leads and waits until the stream has started: its first event may fetch once more. */
const openLeads = async (path = '/leads') => {
  followChanges()
  await openOffice(path, 'sales')
  await expect.element(refresh).not.toBeInTheDocument()
}

const rename = (id: number, company_name: string) =>
  call(updateLead, { params: { id: String(id) }, body: { company_name } })

beforeEach(async () => {
  await clearLeads()
  await logIn('sales')
})

test('shows what others add, change and delete in an open list, without its refresh button', async () => {
  const [id = 0] = await addLeads([{ company_name: 'Delt Eksempel AS' }])
  await openLeads()
  await expectCount(1)
  await rename(id, 'Delt Omdøpt AS')
  await expect.element(rowOf('Delt Omdøpt AS')).toBeVisible()
  await call(createLead, { body: { company_name: 'Delt Nytt AS' } })
  await expectCount(2)
  await commands.sql('DELETE FROM leads WHERE id = $1', [id])
  await expectCount(1)
  await expect.element(refresh).not.toBeInTheDocument()
})

test('fetches a page once for many changes at the same time', async () => {
  await openLeads()
  await call(createLead, { body: { company_name: 'Først AS' } })
  await expectCount(1)
  const before = listCalls()
  await commands.sql(`INSERT INTO leads (company_name) SELECT 'Mange ' || n || ' AS' FROM generate_series(1, 500) n`)
  await expectCount(501)
  expect(listCalls() - before).toBe(1)
})

test("keeps what is typed while another user's change arrives, and reports the conflict on saving", async () => {
  const [id = 0] = await addLeads([{ company_name: 'Skrives AS' }])
  await openLeads()
  await page.getByRole('button', { name: 'Rediger Skrives AS' }).click()
  const field = page.getByRole('textbox', { name: /^Firmanavn/ })
  await field.fill('Skrevet Her AS')
  await rename(id, 'Skrevet Der AS')
  await expect.element(page.getByText('Skrevet Der AS').first()).toBeInTheDocument()
  await expect.element(field).toHaveValue('Skrevet Her AS')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(/Endret av en annen/).first()).toBeVisible()
})

test('its own change of a status stays, and fetches no more than twice', async () => {
  await addLeads([{ company_name: 'Egen AS' }])
  await openLeads()
  await expectCount(1)
  const before = listCalls()
  await setStatus('Egen AS', 'Kontaktet')
  await expect.element(rowOf('Egen AS').getByRole('button', { name: /Kontaktet/ })).toBeVisible()
  await call(createLead, { body: { company_name: 'Etterpå AS' } })
  await expectCount(2)
  expect(listCalls() - before).toBeLessThanOrEqual(3)
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
