import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'

const { kontor, callOk, createDraft, answer } = await startAgreementApp()
const sales = await kontor.asSales()

const addLead = async (company_name: string): Promise<number> =>
  (await callOk<{ id: number }>('POST', '/api/leads', { company_name, email: 'post@prove.example' })).id
/** Makes a lead a customer; resolves to the customer's id. */
const makeCustomer = async (id: number): Promise<number> =>
  (await callOk<{ lead: { customer_id: number } }>('POST', `/api/leads/${id}/customer`, {})).lead.customer_id

test('an agreement knows the lead that its customer came from', async () => {
  const lead = await addLead('Prøve AS')
  const { id } = await createDraft({ customerId: await makeCustomer(lead) })
  expect(await callOk('GET', `/api/agreements/${id}/lead`)).toEqual({
    lead: { id: lead, company_name: 'Prøve AS', status: 'Kunde' },
  })
  const other = await createDraft()
  expect(await callOk('GET', `/api/agreements/${other.id}/lead`)).toEqual({ lead: null })
})

test('a lead knows the newest agreement with its customer, and the answer, without the rest of it', async () => {
  const lead = await addLead('Svar AS')
  const path = `/api/leads/${lead}/agreement`
  expect((await sales('GET', path)).json()).toEqual({ agreement: null })
  const customerId = await makeCustomer(lead)
  const person = { firstName: 'Kari', lastName: 'Nordmann', email: 'kari@prove.example' }
  await callOk('POST', '/api/contact-persons', { ...person, customerId })
  await createDraft({ customerId, title: 'Eldre' })
  const agreement = await createDraft({ customerId, title: 'Nyere' })
  expect((await sales('GET', path)).json()).toEqual({
    agreement: {
      id: agreement.id,
      reference: agreement.reference,
      title: 'Nyere',
      status: 'draft',
      sentAt: null,
      respondedAt: null,
    },
  })
  const [contact] = await callOk<{ id: number; email: string }[]>('GET', `/api/customers/${customerId}/contact-persons`)
  await callOk('POST', `/api/agreements/${agreement.id}/send`, { contactPersonId: contact?.id })
  await answer(agreement, { action: 'accept' })
  expect((await sales('GET', path)).json()).toMatchObject({
    agreement: { status: 'accepted', sentAt: expect.any(String), respondedAt: expect.any(String) },
  })
})

test('of an unknown lead is 404', async () => {
  const missing = await sales('GET', '/api/leads/999999/agreement')
  expect([missing.statusCode, missing.json().error]).toEqual([404, 'Leadet finnes ikke.'])
})
