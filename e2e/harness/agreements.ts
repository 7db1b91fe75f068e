import { isRecord } from '@kontor/contract/shared/is-record'
import { type APIRequestContext, expect } from '@playwright/test'
import { addContactPerson, addCustomers } from './customers.ts'

/** Deletes every agreement; accepted ones are archived. */
export const clearAgreements = async (admin: APIRequestContext): Promise<void> => {
  const rows: unknown = await (await admin.get('/api/agreements')).json()
  if (!Array.isArray(rows)) throw new Error('GET /api/agreements returned no list')
  for (const row of rows.filter(isRecord)) {
    expect((await admin.delete(`/api/agreements/${row.id}`)).status()).toBe(204)
  }
}

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
