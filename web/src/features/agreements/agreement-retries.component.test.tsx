import { createAgreementCondition, updateAgreement } from '@kontor/contract/agreements/agreements.endpoints'
import { createContactPerson } from '@kontor/contract/customers/customers.endpoints'
import { makeLeadCustomer } from '@kontor/contract/leads/leads.endpoints'
import { beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, addConditions, clearAgreements, press } from '../../testing/agreements.ts'
import { countCalls, failWith503, loseAnswers } from '../../testing/calls.ts'
import { addLeads, clearLeads, readLeads, statusPath } from '../../testing/leads.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const retry = page.getByRole('button', { name: /^Prøv igjen/ })
const sendPath = /^\/api\/agreements\/[^/]+\/send$/
const sendDialog = page.getByRole('dialog', { name: 'Send avtale' })
const send = () => sendDialog.getByRole('button', { name: 'Send avtale' }).click()

const openSending = async () => {
  await openOffice('/admin?tab=agreements')
  await press('Send avtale: Kvalitetssystem')
  await sendDialog.getByRole('radio', { name: /Kari Nordmann/ }).click()
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
  await clearLeads()
})

test('a condition that could not be added, moved or removed is so by the next try', async () => {
  const [first = 0] = await addConditions([
    { name: 'Betalingsfrist', content: '14 dager.' },
    { name: 'Reklamasjon', content: 'Innen to år.' },
  ])
  const { id } = await addAgreement()
  await call(createAgreementCondition, { params: { id }, body: { conditionId: first } })
  await openOffice(`/admin/avtaler/${id}`)
  const names = page.getByRole('button', { name: /^Fjern (Betalingsfrist|Reklamasjon)/ })

  const restoreAdding = failWith503('POST', /\/conditions$/)
  await page.getByRole('combobox', { name: 'Legg til betingelse' }).click()
  await page.getByRole('option', { name: 'Reklamasjon' }).click()
  await expectToast('Feil', 'Betingelsen ble ikke lagt til. Databasen er borte.')
  restoreAdding()
  await retry.click()
  await expect.element(page.getByRole('button', { name: 'Flytt ned: Betalingsfrist' })).toBeEnabled()

  const restoreOrder = failWith503('PUT', /\/condition-order$/)
  await press('Flytt ned: Betalingsfrist')
  await expectToast('Feil', 'Rekkefølgen ble ikke lagret. Databasen er borte.')
  restoreOrder()
  await retry.click()
  await expect
    .poll(() => names.elements().map((button) => button.getAttribute('aria-label')))
    .toEqual(['Fjern Reklamasjon', 'Fjern Betalingsfrist'])

  const restoreRemoval = failWith503('DELETE', /\/conditions\/[^/]+$/)
  await press('Fjern Betalingsfrist')
  await expectToast('Feil', 'Betingelsen ble ikke fjernet. Databasen er borte.')
  restoreRemoval()
  await retry.click()
  await expect.element(page.getByRole('button', { name: 'Fjern Betalingsfrist' })).not.toBeInTheDocument()
})

test('an agreement that could not be sent is sent by the next try', async () => {
  await addAgreement()
  await openSending()
  const restore = failWith503('POST', sendPath)
  await send()
  await expectToast('Feil ved sending', 'Kunne ikke sende avtale: 503')
  restore()
  await retry.click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  await expect.element(sendDialog).not.toBeInTheDocument()
})

test('sends no second mail unseen when only the answer was lost', async () => {
  await addAgreement({ title: 'Tapt svar' })
  await openOffice('/admin?tab=agreements')
  await press('Send avtale: Tapt svar')
  await sendDialog.getByRole('radio', { name: /Kari Nordmann/ }).click()
  const mails = () => commands.sql(`SELECT FROM email_logs WHERE subject LIKE '%Tapt svar%'`)
  const restore = loseAnswers('POST', sendPath)
  await send()
  await expectToast('Feil ved sending', /Kunne ikke sende avtale/)
  restore()
  await retry.click()
  await expect.element(page.getByText(/^Avtalen er endret i mellomtiden\./)).toBeVisible()
  expect(countCalls('POST', sendPath)).toBe(2)
  expect(await mails()).toHaveLength(1)
})

test('explains once that another user has changed the agreement', async () => {
  const { id } = await addAgreement()
  await openSending()
  await call(updateAgreement, { params: { id }, body: { title: 'Nytt navn' } })
  await send()
  await expect.element(page.getByText(/Avtalen er endret i mellomtiden\./)).toBeVisible()
  await expect.element(page.getByText('Feil ved sending')).not.toBeInTheDocument()
})

test('a lead whose status could not be set with the sending gets it by the next try', async () => {
  const [id = 0] = await addLeads([{ company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example' }])
  const { lead } = await call(makeLeadCustomer, { params: { id: String(id) }, body: {} })
  await commands.sql(`UPDATE leads SET status = 'Kontaktet'`)
  const customerId = lead.customer_id ?? 0
  const person = { customerId, firstName: 'Kari', lastName: 'Nordmann', email: 'kari@bakeri.example' }
  await call(createContactPerson, { body: person })
  await addAgreement({ customerId })
  await openSending()
  await expect.element(page.getByRole('checkbox', { name: /^Sett leadet/ })).toBeChecked()
  const restore = failWith503('PATCH', statusPath)
  await send()
  await expectToast('Feil', 'Leadet fikk ikke statusen «Tilbud sendt». Databasen er borte.')
  await expect.element(sendDialog).not.toBeInTheDocument()
  restore()
  await retry.click()
  await expectToast('Status oppdatert vellykket', 'Eksempel Bakeri AS: Tilbud sendt')
  expect((await readLeads())[0]?.status).toBe('Tilbud sendt')
})
