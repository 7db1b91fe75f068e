import {
  checkCustomerRegister,
  createContactPerson,
  createCustomer,
  deleteContactPerson,
  deleteCustomer,
  exportCustomers,
  importCustomers,
  listContactPersons,
  listCustomers,
  updateContactPerson,
  updateCustomer,
} from '@kontor/contract/customers/customers.endpoints'
import { customersFreshMs } from '@kontor/contract/customers/customers.rules'
import {
  type ContactPerson,
  type Customer,
  contactPersonSchema,
  customerSchema,
} from '@kontor/contract/customers/customers.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { passIfGone } from '../../platform/delete-many.ts'
import { importFile } from '../../platform/import-file.ts'
import { useAdminSession } from '../../platform/session.ts'
import type { ImportRun } from '../../ui/import-dialog.tsx'

export type { ContactPerson, Customer }

export type CustomerChanges = EndpointInput<typeof updateCustomer>['body']
export type NewCustomer = EndpointInput<typeof createCustomer>['body']
export type ContactPersonChanges = EndpointInput<typeof updateContactPerson>['body']
export type NewContactPerson = EndpointInput<typeof createContactPerson>['body']

/** All customers that are not archived; fresh for five minutes. */
export const customersQuery = queryOptions({
  queryKey: ['customers'],
  queryFn: ({ signal }) => call(listCustomers, {}, { signal }),
  staleTime: customersFreshMs,
})

/** A customer's contact persons; refetched each time they are shown. */
export const contactPersonsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['contact-persons', customerId],
    queryFn: ({ signal }) => call(listContactPersons, { params: { id: String(customerId) } }, { signal }),
    refetchOnMount: 'always',
  })

/** The other user's version if a change failed with a conflict; else null. */
export const conflictingCustomer = (error: unknown): Customer | null => conflictingEntity(error, customerSchema)

export const conflictingContactPerson = (error: unknown): ContactPerson | null =>
  conflictingEntity(error, contactPersonSchema)

const replaceRow = <Row extends { id: number }>(rows: Row[] | undefined, saved: Row): Row[] | undefined =>
  rows?.map((row) => (row.id === saved.id ? saved : row))

const updateCustomerInList = (client: QueryClient, saved: Customer) =>
  client.setQueryData(customersQuery.queryKey, (customers) => replaceRow(customers, saved))

export const useCreateCustomer = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewCustomer) => call(createCustomer, { body }),
    onSuccess: (saved) =>
      client.setQueryData(customersQuery.queryKey, (customers) => customers && [...customers, saved]),
  })
}

export const useUpdateCustomer = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: CustomerChanges }) =>
      call(updateCustomer, { params: { id: String(id) }, body: changes }),
    onSuccess: (saved) => updateCustomerInList(client, saved),
    onError: (error) => {
      const current = conflictingCustomer(error)
      if (current) updateCustomerInList(client, current)
    },
  })
}

/** Checks a customer in the company register now. */
export const useCheckCustomer = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(checkCustomerRegister, { params: { id: String(id) } }),
    onSuccess: (checked) => updateCustomerInList(client, checked),
  })
}

export const useDeleteCustomer = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteCustomer, { params: { id: String(id) } }).catch(passIfGone),
    onSuccess: (_, deleted) =>
      client.setQueryData(customersQuery.queryKey, (customers) => customers?.filter(({ id }) => id !== deleted)),
  })
}

const updatePersonInList = (client: QueryClient, saved: ContactPerson) =>
  client.setQueryData(contactPersonsQuery(saved.customerId).queryKey, (persons) => replaceRow(persons, saved))

export const useCreateContactPerson = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewContactPerson) => call(createContactPerson, { body }),
    onSuccess: (saved) =>
      client.setQueryData(contactPersonsQuery(saved.customerId).queryKey, (persons) => persons && [...persons, saved]),
  })
}

export const useUpdateContactPerson = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: ContactPersonChanges }) =>
      call(updateContactPerson, { params: { id: String(id) }, body: changes }),
    onSuccess: (saved) => updatePersonInList(client, saved),
    onError: (error) => {
      const current = conflictingContactPerson(error)
      if (current) updatePersonInList(client, current)
    },
  })
}

export const useDeleteContactPerson = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ContactPerson) => call(deleteContactPerson, { params: { id: String(id) } }).catch(passIfGone),
    onSuccess: (_, deleted) =>
      client.setQueryData(contactPersonsQuery(deleted.customerId).queryKey, (persons) =>
        persons?.filter(({ id }) => id !== deleted.id),
      ),
  })
}

const useAuth = (): string | undefined => {
  const session = useAdminSession()
  return session.state === 'in' ? session.auth : undefined
}

/** The URL of a spreadsheet with the customers that match `search`. */
export const useExportAddress = (search: string): string => {
  const auth = useAuth()
  const query = new URLSearchParams({ q: search.trim(), ...(auth && { auth }) })
  return `${exportCustomers.path}?${query}`
}

/** Imports a spreadsheet. The list is refetched, but the promise does not wait for it. */
export const useImportCustomers = () => {
  const client = useQueryClient()
  const auth = useAuth()
  return async (file: File, options: ImportRun) => {
    try {
      return await importFile(importCustomers, file, { ...options, auth })
    } finally {
      // After a failure, too: rows may have been written before the connection broke.
      if (!options.dryRun) void client.invalidateQueries({ queryKey: customersQuery.queryKey })
    }
  }
}
