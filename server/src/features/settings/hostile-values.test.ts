import { expect, test } from 'vitest'
import { startAgreementApp } from '../../testing/agreement-app.ts'
import { startRegisterApp } from '../../testing/register-app.ts'

const { admin, createDraft, addLine, customer } = await startAgreementApp()

const outOfRangeDates = [
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2201-01-01',
  '9999-12-31',
  '0001-01-01',
]

test.each(outOfRangeDates)('rejects the date %s in agreements', async (date) => {
  const { id } = await createDraft()
  const body = { title: 'Rådgivning', customerId: customer.id, validUntil: date }
  for (const answer of [
    await admin('POST', '/api/agreements', body),
    await admin('PUT', `/api/agreements/${id}`, { validUntil: date }),
  ]) {
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { validUntil: 'Ugyldig dato' }])
  }
})

test.each(outOfRangeDates)('rejects the date %s in leads', async (date) => {
  const { id } = (await admin('POST', '/api/leads', { company_name: 'Prøve AS' })).json()
  for (const field of ['established_date', 'registration_date']) {
    const body = { company_name: 'Prøve AS', [field]: date }
    for (const answer of [await admin('POST', '/api/leads', body), await admin('PUT', `/api/leads/${id}`, body)]) {
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
    }
  }
})

test.each(outOfRangeDates)('rejects the date %s in webinars', async (date) => {
  const answer = await admin('POST', '/api/webinars', { name: 'Internkontroll', date })
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['date']])
})

test('accepts the founding date of a very old company', async () => {
  const body = { company_name: 'Norges eldste AS', established_date: '1816-06-14' }
  expect((await admin('POST', '/api/leads', body)).json()).toMatchObject({ established_date: '1816-06-14' })
})

test('rejects a quantity with decimals', async () => {
  const { id } = await createDraft()
  await addLine(id)
  for (const quantity of [2.5, '2,5', '2.5']) {
    const body = { description: 'Timer', unitPrice: 100, quantity }
    const answer = await admin('POST', `/api/agreements/${id}/products`, body)
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { quantity: 'Antall må være et helt tall' }])
  }
})

test('accepts a register check with any body', async () => {
  const { kontor } = await startRegisterApp()
  const asAdmin = await kontor.asAdmin()
  for (const body of [undefined, {}, { hei: 'du' }]) {
    const answer = await asAdmin('POST', '/api/system/register-check', body)
    expect([answer.statusCode, answer.json()]).toEqual([200, { reachable: true, milliseconds: expect.any(Number) }])
  }
})
