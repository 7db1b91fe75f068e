import { makeLeadCustomer, previewLeadCustomer } from '@kontor/contract/leads/leads.endpoints'
import type { LeadCustomer, LeadCustomerPreview } from '@kontor/contract/leads/leads.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { type EachOptions, runForEach } from '../../platform/each-of.ts'
import { customersQuery } from '../customers/customers.api.ts'
import { refetchCounts, refetchLists, showLead } from './leads.api.ts'

export type { LeadCustomerPreview }

const previewCustomer = (id: number, signal: AbortSignal) =>
  call(previewLeadCustomer, { params: { id: String(id) } }, { signal })

/** The customer that a lead would become now. */
export const leadCustomerQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', 'customer', id],
    queryFn: ({ signal }) => previewCustomer(id, signal),
    staleTime: 0,
    gcTime: 0,
  })

/** The customers that several leads would become, by lead id. Fails if any call fails. */
export const leadCustomersQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['leads', 'customers', ids],
    queryFn: async ({ signal }) => {
      const { done, failed } = await runForEach(ids, (id) => previewCustomer(id, signal), { signal })
      for (const error of failed.values()) throw error
      return done
    },
    staleTime: 0,
    gcTime: 0,
  })

type MakeCustomerBody = EndpointInput<typeof makeLeadCustomer>['body']

const makeCustomer = (id: number, body: MakeCustomerBody) =>
  call(makeLeadCustomer, { params: { id: String(id) }, body })

/** Invalidates the list of customers, so that it is refetched when it is next shown. */
const invalidateCustomers = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: customersQuery.queryKey })

export const useMakeCustomer = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number } & MakeCustomerBody) => makeCustomer(id, body),
    onSuccess: ({ lead }, _input, _result, { client }) => {
      showLead(client, lead)
      refetchCounts(client)
      invalidateCustomers(client)
    },
  })

/** Returns a function that converts leads to customers, each by its own call. Resolves to the outcomes by lead id. */
export const useMakeCustomers = () => {
  const client = useQueryClient()
  return async (bodies: ReadonlyMap<number, MakeCustomerBody>, options: EachOptions<number, LeadCustomer>) => {
    const outcome = await runForEach([...bodies.keys()], (id) => makeCustomer(id, bodies.get(id) ?? {}), options)
    refetchLists(client)
    invalidateCustomers(client)
    return outcome
  }
}
