import type { APIRequestContext } from '@playwright/test'
import { addContactPerson, addCustomers } from './customers.ts'
import { deleteRows } from './rows.ts'

/** Deletes every agreement. The server archives accepted agreements instead. */
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
