import * as endpoints from '@kontor/contract/customers/customers.endpoints'
import { customersFreshMs } from '@kontor/contract/customers/customers.rules'
import {
  type ContactPerson,
  type Customer,
  contactPersonSchema,
  customerSchema,
} from '@kontor/contract/customers/customers.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, urlOf } from '../../platform/api-client.ts'
import { cacheSavedOrConflicting, conflictingEntity } from '../../platform/conflict.ts'
import { passIfGone } from '../../platform/delete-many.ts'
import { importFile } from '../../platform/import-file.ts'
import { withAdded, without, withReplaced } from '../../platform/list-cache.ts'
import { readAuth, useAdminSession } from '../../platform/session.ts'
import { shows, showsRecord } from '../../platform/shows.ts'
import type { ImportRun } from '../../ui/import-export/import-dialog.tsx'

export type { ContactPerson, Customer }

/** All customers that are not archived; fresh for five minutes. */
export const customersQuery = queryOptions({
  queryKey: ['customers'],
  meta: shows('customer'),
  queryFn: ({ signal }) => call(endpoints.listCustomers, {}, { signal }),
  staleTime: customersFreshMs,
})

/** The key of a customer's record. It is below the list's key, so that invalidating the list invalidates it, too. */
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
  useMutation({
    mutationFn: (body: EndpointInput<typeof endpoints.createCustomer>['body']) =>
      call(endpoints.createCustomer, { body }),
    onSuccess: (saved, _input, _result, { client }) => client.setQueryData(customersQuery.queryKey, withAdded(saved)),
  })

const cacheCustomer = (client: QueryClient, saved: Customer) =>
  client.setQueryData(customersQuery.queryKey, withReplaced(saved))

export const useUpdateCustomer = () =>
  useMutation({
    mutationFn: (input: EndpointInput<typeof endpoints.updateCustomer>) => call(endpoints.updateCustomer, input),
    ...cacheSavedOrConflicting(conflictingCustomer, cacheCustomer),
  })

export const useCheckCustomer = () =>
  useMutation({
    mutationFn: (id: number) => call(endpoints.checkCustomerRegister, { params: { id: String(id) } }),
    onSuccess: (checked, _input, _result, { client }) => cacheCustomer(client, checked),
  })

export const useDeleteCustomer = () =>
  useMutation({
    mutationFn: ({ id, version }: Pick<Customer, 'id' | 'version'>) =>
      call(endpoints.deleteCustomer, { params: { id: String(id) }, query: { version } }).catch(passIfGone),
    onSuccess: (_answer, { id }, _result, { client }) => client.setQueryData(customersQuery.queryKey, without(id)),
  })

const changePersons = (
  client: QueryClient,
  customerId: number,
  change: (persons: ContactPerson[] | undefined) => ContactPerson[] | undefined,
): void => {
  client.setQueryData(contactPersonsQuery(customerId).queryKey, change)
  void client.invalidateQueries({ queryKey: customerRecordKey(customerId) })
}

export const useCreateContactPerson = () =>
  useMutation({
    mutationFn: (body: EndpointInput<typeof endpoints.createContactPerson>['body']) =>
      call(endpoints.createContactPerson, { body }),
    onSuccess: (saved, _input, _result, { client }) => changePersons(client, saved.customerId, withAdded(saved)),
  })

export const useUpdateContactPerson = () =>
  useMutation({
    mutationFn: (input: EndpointInput<typeof endpoints.updateContactPerson>) =>
      call(endpoints.updateContactPerson, input),
    ...cacheSavedOrConflicting(conflictingContactPerson, (client, saved) =>
      changePersons(client, saved.customerId, withReplaced(saved)),
    ),
  })

export const useDeleteContactPerson = () =>
  useMutation({
    mutationFn: ({ id, version }: ContactPerson) =>
      call(endpoints.deleteContactPerson, { params: { id: String(id) }, query: { version } }).catch(passIfGone),
    onSuccess: (_answer, { id, customerId }, _result, { client }) => changePersons(client, customerId, without(id)),
  })

const useAuth = (): string | undefined => {
  const session = useAdminSession()
  return session.state === 'in' ? session.auth : undefined
}

export const useExportAddress = (search: string): string => {
  const auth = useAuth()
  const query = new URLSearchParams({ q: search.trim(), ...(auth && { auth }) })
  return `${endpoints.exportCustomers.path}?${query}`
}

/** The URL of an export with other choices than the search. */
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
      // Refetches after a failure, too: rows may have been written before the connection broke.
      if (!options.dryRun) void client.invalidateQueries({ queryKey: customersQuery.queryKey })
    }
  }
}
