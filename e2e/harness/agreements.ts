import { type APIRequestContext, expect } from '@playwright/test'
import { addContactPerson, addCustomers } from './customers.ts'

export interface SentAgreement {
  readonly id: string
  readonly responseToken: string
  readonly customerId: number
}

const post = async (admin: APIRequestContext, path: string, data: object): Promise<Record<string, unknown>> => {
  const answer = await admin.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Deletes every agreement; accepted ones are archived. */
export const clearAgreements = async (admin: APIRequestContext): Promise<void> => {
  const rows: unknown = await (await admin.get('/api/agreements')).json()
  if (!Array.isArray(rows)) throw new Error('GET /api/agreements answers no list')
  for (const row of rows.filter(isRecord)) {
    expect((await admin.delete(`/api/agreements/${row.id}`)).status()).toBe(204)
  }
}

/** Makes a customer with a contact person; resolves to the customer's id. */
export const addCustomerWithContact = async (
  admin: APIRequestContext,
  name = 'Fjellheim Regnskap AS',
): Promise<number> => {
  const [customerId = 0] = await addCustomers(admin, [{ name, email: 'post@fjellheim.example' }])
  await addContactPerson(admin, {
    customerId,
    firstName: 'Kari',
    lastName: 'Nordmann',
    email: 'kari@fjellheim.example',
  })
  return customerId
}

/** Makes an agreement with one line. */
export const addAgreement = async (
  admin: APIRequestContext,
  customerId: number,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<SentAgreement> => {
  const { agreement } = await post(admin, '/api/agreements', { title: 'Kvalitetssystem', customerId, ...fields })
  if (!isRecord(agreement)) throw new Error('POST /api/agreements answers no agreement')
  const [id, responseToken] = [String(agreement.id), String(agreement.responseToken)]
  const line = { description: 'Rådgivning', quantity: 3, unitPrice: 69_622, vatRate: 25 }
  await post(admin, `/api/agreements/${id}/products`, line)
  return { id, responseToken, customerId }
}

/** Sends an agreement to the first contact person of its customer. */
export const sendAgreement = async (admin: APIRequestContext, { id, customerId }: SentAgreement): Promise<void> => {
  const persons: unknown = await (await admin.get(`/api/customers/${customerId}/contact-persons`)).json()
  const [person] = Array.isArray(persons) ? persons.filter(isRecord) : []
  await post(admin, `/api/agreements/${id}/send`, { contactPersonId: person?.id, recipientEmail: person?.email })
}
