import { createContactPerson, createCustomer, listCustomers } from '@kontor/contract/customers/customers.endpoints'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { truncateTables } from './database.ts'

export type NewCustomer = EndpointInput<typeof createCustomer>['body']
export type NewContactPerson = EndpointInput<typeof createContactPerson>['body']

/** Deletes every customer, with all rows that reference them. */
export const clearCustomers = (): Promise<void> => truncateTables('customers')

/** Creates customers in this order; resolves to their ids. Needs a session. */
export const addCustomers = async (customers: readonly NewCustomer[]): Promise<number[]> => {
  const ids: number[] = []
  for (const body of customers) ids.push((await call(createCustomer, { body })).id)
  return ids
}

/** Creates a contact person. */
export const addContactPerson = (body: NewContactPerson) => call(createContactPerson, { body })

/** Returns all customers, as the API lists them. */
export const readCustomers = () => call(listCustomers, {})

/** Returns the row of a customer in the table. */
export const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

/** Waits for the heading that counts the customers. */
export const expectCustomers = (count: number): Promise<void> =>
  expect.element(page.getByRole('heading', { name: `Kunder (${count})`, exact: true })).toBeVisible()
