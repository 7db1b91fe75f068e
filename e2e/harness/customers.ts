import type { APIRequestContext } from '@playwright/test'
import { deleteRows, post } from './rows.ts'

export const clearCustomers = (admin: APIRequestContext): Promise<void> => deleteRows(admin, '/api/customers')

/** Creates customers; returns their ids in the same order. */
export const addCustomers = async (
  admin: APIRequestContext,
  customers: readonly { readonly name: string; readonly email: string; readonly [field: string]: unknown }[],
): Promise<number[]> => (await post(admin, '/api/customers', customers)).map(({ id }) => Number(id))

export const addContactPerson = async (
  admin: APIRequestContext,
  person: {
    readonly customerId: number
    readonly firstName: string
    readonly lastName: string
    readonly email: string
  },
): Promise<void> => {
  await post(admin, '/api/contact-persons', [person])
}
