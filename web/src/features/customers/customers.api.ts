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

/** All customers, archived ones apart; the list is fresh for five minutes. */
export const customersQuery = queryOptions({
  queryKey: ['customers'],
  queryFn: ({ signal }) => call(listCustomers, {}, { signal }),
  staleTime: customersFreshMs,
})

/** The people at a customer's; asked anew each time they are shown. */
export const contactPersonsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['contact-persons', customerId],
    queryFn: ({ signal }) => call(listContactPersons, { params: { id: String(customerId) } }, { signal }),
    refetchOnMount: 'always',
  })

/** The customer as somebody else has saved it meanwhile, when that is why a change was refused. */
export const conflictingCustomer = (error: unknown): Customer | null => conflictingEntity(error, customerSchema)

/** As `conflictingCustomer`, of a contact person. */
export const conflictingContactPerson = (error: unknown): ContactPerson | null =>
  conflictingEntity(error, contactPersonSchema)

const replaced = <Row extends { id: number }>(rows: Row[] | undefined, saved: Row): Row[] | undefined =>
  rows?.map((row) => (row.id === saved.id ? saved : row))

const showCustomer = (client: QueryClient, saved: Customer) =>
  client.setQueryData(customersQuery.queryKey, (customers) => replaced(customers, saved))

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
    onSuccess: (saved) => showCustomer(client, saved),
    onError: (error) => {
      const current = conflictingCustomer(error)
      if (current) showCustomer(client, current)
    },
  })
}

/** Asks the company register about a customer now. */
export const useCheckCustomer = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(checkCustomerRegister, { params: { id: String(id) } }),
    onSuccess: (checked) => showCustomer(client, checked),
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

const showPerson = (client: QueryClient, saved: ContactPerson) =>
  client.setQueryData(contactPersonsQuery(saved.customerId).queryKey, (persons) => replaced(persons, saved))

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
    onSuccess: (saved) => showPerson(client, saved),
    onError: (error) => {
      const current = conflictingContactPerson(error)
      if (current) showPerson(client, current)
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

/** Where the spreadsheet of the customers that `search` finds is fetched. */
export const useExportAddress = (search: string): string => {
  const auth = useAuth()
  const query = new URLSearchParams({ q: search.trim(), ...(auth && { auth }) })
  return `${exportCustomers.path}?${query}`
}

/** Imports a spreadsheet; what it has written is in the list when the promise resolves or soon after. */
export const useImportCustomers = () => {
  const client = useQueryClient()
  const auth = useAuth()
  return async (file: File, options: ImportRun) => {
    try {
      return await importFile(importCustomers, file, { ...options, auth })
    } finally {
      // After a failure, too: a broken connection does not tell what was written.
      if (!options.dryRun) void client.invalidateQueries({ queryKey: customersQuery.queryKey })
    }
  }
}
