import {
  answerAgreement,
  createAgreement,
  createAgreementProduct,
  sendAgreement as sendAgreementTo,
} from '@kontor/contract/agreements/agreements.endpoints'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { createCondition } from '@kontor/contract/conditions/conditions.endpoints'
import { createContactPerson, createCustomer, listContactPersons } from '@kontor/contract/customers/customers.endpoints'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { page } from 'vitest/browser'
import { call, urlOf } from '../platform/api-client.ts'
import { truncateTables } from './database.ts'
import { openOffice } from './office.tsx'

type NewLine = EndpointInput<typeof createAgreementProduct>['body']
type NewAgreement = EndpointInput<typeof createAgreement>['body']

/** Deletes every agreement, lead, customer and condition, with all rows that reference them. */
export const clearAgreements = (): Promise<void> => truncateTables('customers, conditions')

/** Creates a customer with the contact person Kari Nordmann; resolves to the customer's id. */
export const addCustomerWithContact = async (name = 'Fjellheim Regnskap AS'): Promise<number> => {
  const { id } = await call(createCustomer, {
    body: { name, email: 'post@fjellheim.example' },
  })
  const person = { customerId: id, firstName: 'Kari', lastName: 'Nordmann', email: 'kari@fjellheim.example' }
  await call(createContactPerson, { body: person })
  return id
}

/** Creates an agreement with one line; for a new customer unless `customerId` is given. */
export const addAgreement = async (
  fields: Partial<NewAgreement> = {},
  lineFields: Partial<NewLine> = {},
): Promise<Agreement> => {
  const customerId = fields.customerId ?? (await addCustomerWithContact())
  const { agreement } = await call(createAgreement, { body: { title: 'Kvalitetssystem', ...fields, customerId } })
  const line = { description: 'Rådgivning', quantity: 3, unitPrice: 69_622, vatRate: 25, ...lineFields }
  await call(createAgreementProduct, { params: { id: agreement.id }, body: line })
  return agreement
}

/** Sends an agreement to its customer's contact person. */
export const sendAgreement = async ({ id, customerId }: Agreement): Promise<void> => {
  const [person] = await call(listContactPersons, { params: { id: String(customerId) } })
  if (!person?.email) throw new Error('The customer has no contact person to send to')
  await call(sendAgreementTo, {
    params: { id },
    body: { contactPersonId: person.id, recipientEmail: person.email },
  })
}

/** Creates an agreement with these fields, one line and any further `lines`, and sends it. */
export const addSent = async (
  fields: Partial<NewAgreement> = {},
  lines: readonly NewLine[] = [],
): Promise<Agreement> => {
  const agreement = await addAgreement(fields)
  for (const body of lines) await call(createAgreementProduct, { params: { id: agreement.id }, body })
  await sendAgreement(agreement)
  return agreement
}

/** Answers by the link as the customer does, without the office's session. */
export const answerByLink = async (
  { responseToken }: Pick<Agreement, 'responseToken'>,
  answer: EndpointInput<typeof answerAgreement>['body'],
): Promise<void> => {
  const response = await fetch(urlOf(answerAgreement, { params: { token: responseToken }, body: answer }), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  })
  if (!response.ok) throw new Error(`The answer was refused: ${await response.text()}`)
}

/** The API's path for the public view and the answer. */
export const responsePath = /^\/api\/agreement-response\/[^/]+$/

/** Opens the customer's page, without a session. */
export const openResponse = (token: string) => openOffice(`/agreement-response/${token}`, 'nobody')

/** Creates conditions; resolves to their ids. */
export const addConditions = async (conditions: readonly { name: string; content: string }[]): Promise<number[]> => {
  const ids: number[] = []
  for (const body of conditions) ids.push((await call(createCondition, { body })).id)
  return ids
}

/** Presses the button with exactly this name. */
export const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
