import type { APIRequestContext } from '@playwright/test'
import { addContactPerson, addCustomers } from './customers.ts'
import { deleteRows } from './rows.ts'

/** Deletes every agreement; accepted ones are archived. */
export const clearAgreements = (admin: APIRequestContext): Promise<void> => deleteRows(admin, '/api/agreements')

/** Creates a customer with a contact person; returns the customer's id. */
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

/** Creates an agreement of one line and sends it to Kari Nordmann; returns its link's token. */
export const addSentAgreement = async (admin: APIRequestContext, fields: object = {}): Promise<string> => {
  const customerId = await addCustomerWithContact(admin)
  const post = async (path: string, data: object) => (await admin.post(path, { data })).json()
  const { agreement } = await post('/api/agreements', { title: 'Kvalitetssystem', customerId, ...fields })
  await post(`/api/agreements/${agreement.id}/products`, { description: 'Rådgivning', quantity: 3, unitPrice: 69_622 })
  const [person] = await (await admin.get(`/api/customers/${customerId}/contact-persons`)).json()
  await post(`/api/agreements/${agreement.id}/send`, { contactPersonId: person.id })
  return agreement.responseToken
}
