import { createLeadView, deleteLeadView, listLeadViews, updateLeadView } from '@kontor/contract/leads/leads.endpoints'
import type { LeadField } from '@kontor/contract/leads/leads.fields'
import type { LeadView } from '@kontor/contract/leads/leads.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'
import { useSend } from '../../platform/mutations.ts'
import { refetchAll, type Settled } from '../../platform/query-client.ts'
import { shows } from '../../platform/shows.ts'
import type { LeadListKey } from './leads.api.ts'

export type { LeadView }

type NewView = EndpointInput<typeof createLeadView>['body']

/** The filters, columns and sorting of a view. */
export type ShownView = Omit<LeadListKey, 'page'> & { readonly columns: LeadField[] | null }

/** The user's own views, and those that others have shared. */
export const leadViewsQuery = queryOptions({
  queryKey: ['leads', 'views'],
  meta: shows('lead-view', 'user'),
  queryFn: ({ signal }) => call(listLeadViews, {}, { signal }),
})

/** Refetches the views after success and after failure, since a failed call doesn't return the stored views. */
const refetchViews = (...[, , , , { client }]: Settled) => refetchAll(client, leadViewsQuery.queryKey)

export const useCreateView = () => useSend(createLeadView, undefined, { onSettled: refetchViews })

/** Replaces a view, unless it has changed since the user's version. */
export const useUpdateView = () =>
  useMutation({
    mutationFn: ({ id, ...body }: NewView & { readonly id: number; readonly version: number }) =>
      call(updateLeadView, { params: { id: String(id) }, body }),
    onSettled: refetchViews,
  })

export const useDeleteView = () =>
  useMutation({
    mutationFn: ({ id, version }: Pick<LeadView, 'id' | 'version'>) =>
      call(deleteLeadView, { params: { id: String(id) }, query: { version } }),
    onSettled: refetchViews,
  })
