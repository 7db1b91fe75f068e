import * as endpoints from '@kontor/contract/customers/customers.endpoints'
import { customersFreshMs } from '@kontor/contract/customers/customers.rules'
import {
  type ContactPerson,
  type Customer,
  contactPersonSchema,
  customerSchema,
} from '@kontor/contract/customers/customers.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, urlOf } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { importFile } from '../../platform/import-file.ts'
import { withAdded, without, withReplaced } from '../../platform/list-cache.ts'
import { useCallFor, useChange, useRemoval, useSend } from '../../platform/mutations.ts'
import { readAuth, useAdminSession } from '../../platform/session.ts'
import { shows, showsRecord } from '../../platform/shows.ts'
import type { ImportRun } from '../../ui/import-export/import-dialog.tsx'

export type { ContactPerson, Customer }

/** The newest customers that are not archived, at most `maxListRows`; fresh for five minutes. */
export const customersQuery = queryOptions({
  queryKey: ['customers'],
  meta: shows('customer'),
  queryFn: ({ signal }) => call(endpoints.listCustomers, {}, { signal }),
  staleTime: customersFreshMs,
})

/** Returns the key of a customer's record. It begins with the list's key, so that invalidating the list also invalidates the record. */
export const customerRecordKey = (id: number) => [...customersQuery.queryKey, 'record', id] as const

export const contactPersonsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['contact-persons', customerId],
    meta: showsRecord(customerId, 'customer'),
    queryFn: ({ signal }) => call(endpoints.listContactPersons, { params: { id: String(customerId) } }, { signal }),
    refetchOnMount: 'always',
  })

export const conflictingCustomer = (error: unknown): Customer | null => conflictingEntity(error, customerSchema)

export const conflictingContactPerson = (error: unknown): ContactPerson | null =>
  conflictingEntity(error, contactPersonSchema)

export const useCreateCustomer = () =>
  useSend(endpoints.createCustomer, (client, saved) => client.setQueryData(customersQuery.queryKey, withAdded(saved)))

const cacheCustomer = (client: QueryClient, saved: Customer) =>
  client.setQueryData(customersQuery.queryKey, withReplaced(saved))

export const useUpdateCustomer = () => useChange(endpoints.updateCustomer, cacheCustomer)

export const useCheckCustomer = () => useCallFor(endpoints.checkCustomerRegister, cacheCustomer)

export const useDeleteCustomer = () =>
  useRemoval(endpoints.deleteCustomer, (client, { id }) => client.setQueryData(customersQuery.queryKey, without(id)))

const changePersons = (
  client: QueryClient,
  customerId: number,
  change: (persons: ContactPerson[] | undefined) => ContactPerson[] | undefined,
): void => {
  client.setQueryData(contactPersonsQuery(customerId).queryKey, change)
  void client.invalidateQueries({ queryKey: customerRecordKey(customerId) })
}

export const useCreateContactPerson = () =>
  useSend(endpoints.createContactPerson, (client, saved) => changePersons(client, saved.customerId, withAdded(saved)))

export const useUpdateContactPerson = () =>
  useChange(endpoints.updateContactPerson, (client, saved) =>
    changePersons(client, saved.customerId, withReplaced(saved)),
  )

export const useDeleteContactPerson = () =>
  useRemoval(endpoints.deleteContactPerson, (client, { id, customerId }: ContactPerson) =>
    changePersons(client, customerId, without(id)),
  )

const useAuth = (): string | undefined => {
  const session = useAdminSession()
  return session.state === 'in' ? session.auth : undefined
}

export const useExportAddress = (search: string): string => {
  const auth = useAuth()
  const query = new URLSearchParams({ q: search.trim(), ...(auth && { auth }) })
  return `${endpoints.exportCustomers.path}?${query}`
}

/** Returns a function that builds the URL of an export from its query. */
export const useExportAddressOf = () => {
  const auth = useAuth()
  return (query: Omit<NonNullable<EndpointInput<typeof endpoints.exportCustomers>['query']>, 'auth'>): string =>
    urlOf(endpoints.exportCustomers, { query: { ...query, auth } })
}

/** Imports a spreadsheet. Refetches the list without waiting for it. */
export const useImportCustomers = () => {
  const client = useQueryClient()
  return async (file: File, options: ImportRun) => {
    try {
      return await importFile(endpoints.importCustomers, file, { ...options, readAuth })
    } finally {
      // Refetches even after a failure, since rows may have been written before the connection broke.
      if (!options.dryRun) void client.invalidateQueries({ queryKey: customersQuery.queryKey })
    }
  }
}
