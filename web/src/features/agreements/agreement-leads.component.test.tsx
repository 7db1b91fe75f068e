import { createAgreementProduct } from '@kontor/contract/agreements/agreements.endpoints'
import { createContactPerson } from '@kontor/contract/customers/customers.endpoints'
import { makeLeadCustomer, setLeadStatus } from '@kontor/contract/leads/leads.endpoints'
import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { addAgreement, answerByLink, clearAgreements, press, sendAgreement } from '../../testing/agreements.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { addLeads, clearLeads, readLeads } from '../../testing/leads.ts'
import { expectToast } from '../../testing/locators.ts'
import { followChanges, openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

/** A draft for a customer that came from a lead with this status. */
const addAgreementOfLead = async (status: LeadStatus) => {
  const [id = 0] = await addLeads([{ company_name: 'Eksempel Bakeri AS', email: 'post@bakeri.example' }])
  const params = { id: String(id) }
  const { lead } = await call(makeLeadCustomer, { params, body: {} })
  await call(setLeadStatus, { params, body: { status } })
  const customerId = lead.customer_id ?? 0
  const person = { customerId, firstName: 'Kari', lastName: 'Nordmann', email: 'kari@bakeri.example' }
  await call(createContactPerson, { body: person })
  return addAgreement({ customerId })
}
const offer = page.getByRole('checkbox', { name: 'Sett leadet «Eksempel Bakeri AS» til «Tilbud sendt»' })

const openSending = async () => {
  await openOffice('/admin?tab=agreements')
  await press('Send avtale: Kvalitetssystem')
  await page
    .getByRole('dialog', { name: 'Send avtale' })
    .getByRole('radio', { name: /Kari Nordmann/ })
    .click()
}

beforeEach(async () => {
  await logIn('admin')
  await clearAgreements()
  await clearLeads()
})

test('sending to a customer that came from a lead sets the lead to «Tilbud sendt»', async () => {
  await addAgreementOfLead('Kontaktet')
  await openSending()
  await expect.element(offer).toBeChecked()
  await expectAccessible()
  await page.getByRole('dialog').getByRole('button', { name: 'Send avtale' }).click()
  await expectToast('Status oppdatert vellykket', 'Eksempel Bakeri AS: Tilbud sendt')
  await expect.poll(async () => (await readLeads())[0]?.status).toBe('Tilbud sendt')
})

test('leaves a lead that is further, unless it is asked to', async () => {
  await addAgreementOfLead('Kunde')
  await openSending()
  await expect.element(offer).not.toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Send avtale' }).click()
  await expectToast('Avtale sendt', /Kari Nordmann/)
  expect((await readLeads())[0]?.status).toBe('Kunde')
})

test('the lead shows the answer, with a link for the administrator', async () => {
  const agreement = await addAgreementOfLead('Kontaktet')
  await call(createAgreementProduct, {
    params: { id: agreement.id },
    body: { description: 'Opplæring', unitPrice: 100 },
  })
  await sendAgreement(agreement)
  await answerByLink(agreement, { action: 'accept' })
  const open = async (role: 'admin' | 'sales') => {
    await openOffice('/leads', role)
    await page.getByRole('button', { name: /Rediger Eksempel Bakeri AS/ }).click()
    return page.getByRole('dialog', { name: 'Rediger lead' }).getByRole('region', { name: 'Avtale' })
  }
  const shown = await open('sales')
  await expect.element(shown).toMatchTextContent(`${agreement.reference} Kvalitetssystem`)
  await expect.element(shown).toMatchTextContent('Akseptert')
  await expect.element(shown.getByRole('link')).not.toBeInTheDocument()
  await expectAccessible()
  await (await open('admin')).getByRole('link').click()
  await expect.element(page.getByRole('dialog', { name: 'Kvalitetssystem' })).toMatchTextContent('Akseptert')
})

test("a seller's open lead shows the customer's answer without a reload", async () => {
  const agreement = await addAgreementOfLead('Tilbud sendt')
  await sendAgreement(agreement)
  const [lead] = await readLeads()
  followChanges()
  await openOffice(`/leads/${lead?.id}`, 'sales')
  const record = page.getByRole('dialog', { name: 'Eksempel Bakeri AS' })
  await expect.element(record.getByRole('region', { name: 'Avtale' })).toMatchTextContent('Sendt')
  await expect.element(page.getByRole('button', { name: 'Oppdater' })).not.toBeInTheDocument()
  await answerByLink(agreement, { action: 'accept' })
  await expect.element(record.getByRole('region', { name: 'Avtale' })).toMatchTextContent('Akseptert')
  await expect.element(record.getByRole('list', { name: 'Historikk' })).toMatchTextContent('Besvart: Akseptert')
})
