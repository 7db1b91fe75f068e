import { type BulkAnswer, lostReasonsSchema } from '@kontor/contract/leads/leads.bulk.schema'
import * as endpoints from '@kontor/contract/leads/leads.endpoints'
import { defaultLeadSort, type LeadDue, type LeadStatus, leadPageSize } from '@kontor/contract/leads/leads.rules'
import {
  type Duplicates,
  type Lead,
  type LeadOwner,
  type LeadPage,
  type LeadSummary,
  leadSchema,
} from '@kontor/contract/leads/leads.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, urlOf } from '../../platform/api-client.ts'
import { cacheSavedOrConflicting, conflictingEntity } from '../../platform/conflict.ts'
import { importFile } from '../../platform/import-file.ts'
import { useCallFor, useChangeOf, useSend } from '../../platform/mutations.ts'
import { refetchAll, restartInFlight } from '../../platform/query-client.ts'
import { shows, showsRecord } from '../../platform/shows.ts'
import type { ImportRun } from '../../ui/import-export/import-dialog.tsx'

export type { BulkAnswer, Duplicates, Lead, LeadOwner, LeadPage, LeadSummary }

export type LeadChanges = EndpointInput<typeof endpoints.updateLead>['body']
export type BulkChanges = EndpointInput<typeof endpoints.changeLeads>['body']['changes']

/** The list's filters; '' matches everything. */
export interface LeadFilter {
  readonly q: string
  readonly status: LeadStatus | ''
  readonly industry: string
  readonly due: LeadDue | ''
  /** A user's id, `me`, `none` or ''. */
  readonly owner: string
}

export interface LeadListKey extends LeadFilter {
  /** `field:asc` or `field:desc` */
  readonly sort: string
  readonly page: number
}

const listsKey = ['leads', 'list'] as const
const summariesKey = ['leads', 'summary'] as const

/** The number of leads. Fetched at each visit, to check whether the user may see leads: if not, the fetch fails with a 401. */
export const leadAccessQuery = queryOptions({
  queryKey: ['leads', 'access'],
  queryFn: ({ signal }) =>
    call(endpoints.listLeads, { query: { page: 1, size: 1, sort: defaultLeadSort } }, { signal }),
  select: ({ pagination }) => pagination.total,
  refetchOnMount: 'always',
  gcTime: 0,
})

/** A page of leads. Refetched each time it is opened, since others work on the same list. */
export const leadsQuery = (key: LeadListKey) =>
  queryOptions({
    queryKey: [...listsKey, key],
    meta: shows('lead'),
    queryFn: ({ signal }) => call(endpoints.listLeads, { query: { ...key, size: leadPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The number of leads of each status, regardless of the filter's status. */
export const leadSummaryQuery = ({ q, industry, due, owner }: Omit<LeadFilter, 'status'>) =>
  queryOptions({
    queryKey: [...summariesKey, { q, industry, due, owner }],
    meta: shows('lead'),
    queryFn: ({ signal }) => call(endpoints.summariseLeads, { query: { q, industry, due, owner } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The users that a lead may be assigned to, and inactive users who own leads. */
export const allLeadOwnersQuery = queryOptions({
  queryKey: ['leads', 'owners'],
  meta: shows('user'),
  queryFn: ({ signal }) => call(endpoints.listLeadOwners, {}, { signal }),
})

/** The users that a lead may be assigned to. */
export const leadOwnersQuery = queryOptions({
  ...allLeadOwnersQuery,
  select: (owners) => owners.filter(({ is_active }) => is_active),
})

const recordKey = (id: number) => ['leads', 'record', id] as const

/** A lead for its record, which shows the list's copy until the response arrives. */
export const leadQuery = (client: QueryClient, id: number) =>
  queryOptions({
    queryKey: recordKey(id),
    queryFn: ({ signal }) => call(endpoints.readLead, { params: { id: String(id) } }, { signal }),
    meta: showsRecord(id, 'lead'),
    placeholderData: () => shownLead(client, id),
    staleTime: 0,
  })

export const leadHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', 'history', id],
    meta: showsRecord(id, 'lead'),
    queryFn: ({ signal }) => call(endpoints.listLeadHistory, { params: { id: String(id) } }, { signal }),
    staleTime: 0,
  })

export interface DuplicateKey {
  readonly org_no: string
  readonly email: string
  readonly except: number | undefined
}

export const leadDuplicatesQuery = (query: DuplicateKey) =>
  queryOptions({
    queryKey: ['leads', 'duplicates', query],
    queryFn: ({ signal }) => call(endpoints.findLeadDuplicates, { query }, { signal }),
    enabled: query.org_no !== '' || query.email !== '',
    staleTime: 0,
  })

export const conflictingReasons = (error: unknown) => conflictingEntity(error, lostReasonsSchema)

export const conflictingLead = (error: unknown): Lead | null => conflictingEntity(error, leadSchema)

/** Updates a lead in every cached list and record. */
const changeShown = (client: QueryClient, id: number, change: (lead: Lead) => Lead): void => {
  client.setQueriesData<LeadPage>(
    { queryKey: listsKey },
    (page) => page && { ...page, leads: page.leads.map((lead) => (lead.id === id ? change(lead) : lead)) },
  )
  client.setQueryData<Lead>(recordKey(id), (lead) => lead && change(lead))
}

const without = ({ leads, pagination }: LeadPage, gone: ReadonlySet<number>): LeadPage => {
  const left = leads.filter(({ id }) => !gone.has(id))
  return { leads: left, pagination: { ...pagination, total: pagination.total - (leads.length - left.length) } }
}

export const showLead = (client: QueryClient, saved: Lead): void => {
  changeShown(client, saved.id, () => saved)
  restartInFlight(client, listsKey)
  restartInFlight(client, recordKey(saved.id))
}

export const refetchCounts = (client: QueryClient): void => void refetchAll(client, summariesKey)

export const refetchLists = (client: QueryClient): void => {
  void refetchAll(client, listsKey)
  void refetchAll(client, ['leads', 'record'])
  void refetchAll(client, leadFiguresQuery.queryKey)
  refetchCounts(client)
}

const shownLead = (client: QueryClient, id: number): Lead | undefined =>
  client
    .getQueriesData<LeadPage>({ queryKey: listsKey })
    .flatMap(([, page]) => page?.leads ?? [])
    .find((lead) => lead.id === id)

/** Moves a lead to another status in the shown counts, before the server responds. */
const moveCount = (client: QueryClient, from: LeadStatus, to: LeadStatus): void => {
  const step = (status: LeadStatus) => Number(status === to) - Number(status === from)
  client.setQueriesData<LeadSummary>(
    { queryKey: summariesKey },
    (summary) =>
      summary && {
        ...summary,
        counts: summary.counts.map(({ status, count }) => ({ status, count: Math.max(0, count + step(status)) })),
      },
  )
}

type QuickField = 'status' | 'customer_active'

const quickKey = (field: QuickField) => ['leads', 'quick', field] as const

/** Shows a new value of a field before the server responds; returns the previous one. */
const showAtOnce = <Field extends QuickField>(client: QueryClient, id: number, field: Field, value: Lead[Field]) => {
  // Cancels fetches in flight, whose responses would bring back the old value.
  for (const queryKey of [listsKey, recordKey(id)]) {
    void client.cancelQueries({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data !== undefined })
  }
  const previous = shownLead(client, id)?.[field]
  changeShown(client, id, (lead) => ({ ...lead, [field]: value }))
  return { previous }
}

/** Returns true if no later change of this field is pending. Responses to earlier changes must not replace a later choice. */
const isLastAnswer = (client: QueryClient, id: number, field: QuickField): boolean =>
  client.isMutating({
    mutationKey: quickKey(field),
    predicate: ({ state }) => Object(state.variables).id === id,
  }) === 1

const showAnswer = (client: QueryClient, saved: Lead, field: QuickField): void => {
  if (isLastAnswer(client, saved.id, field)) showLead(client, saved)
  else changeShown(client, saved.id, (lead) => ({ ...saved, [field]: lead[field] }))
}

/** Restores the previous value unless a later change is pending. Refetches, since after several changes only the server knows the stored value. */
const rollBack = (client: QueryClient, id: number, field: QuickField, previous: Lead[QuickField] | undefined): void => {
  if (!isLastAnswer(client, id, field)) return
  if (previous !== undefined) changeShown(client, id, (lead) => ({ ...lead, [field]: previous }))
  void refetchAll(client, listsKey)
  void refetchAll(client, recordKey(id))
}

export const useCreateLead = () => useSend(endpoints.createLead, refetchLists)

export const useUpdateLead = () =>
  useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: LeadChanges }) =>
      call(endpoints.updateLead, { params: { id: String(id) }, body: changes }),
    ...cacheSavedOrConflicting(conflictingLead, showLead),
    onSettled: (_saved, error, _input, _result, { client }) => error === null && refetchCounts(client),
  })

/** Deletes a lead. Call `useForgetDeletedLeads` after the last deletion. */
export const removeLead = ({ id, version }: Pick<Lead, 'id' | 'version'>) =>
  call(endpoints.deleteLead, { params: { id: String(id) }, query: { version } })

/** Returns a function that removes deleted leads from the cached lists and refetches these lists. */
export const useForgetDeletedLeads = () => {
  const client = useQueryClient()
  return (gone: ReadonlySet<number>) => {
    client.setQueriesData<LeadPage>({ queryKey: listsKey }, (page) => page && without(page, gone))
    refetchLists(client)
  }
}

export const useRefetchLeads = () => {
  const client = useQueryClient()
  return () => refetchLists(client)
}

/** Sets a field optimistically. Calls `recount` at once to update the shown counts, and after a failure with both values swapped. */
const useSetQuickField = <Field extends QuickField>(
  field: Field,
  store: (id: string, value: Lead[Field]) => Promise<Lead>,
  recount?: (client: QueryClient, from: Lead[Field], to: Lead[Field]) => void,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: quickKey(field),
    // Runs one mutation at a time, so that of two quick choices the second wins.
    scope: { id: `lead-${field}` },
    mutationFn: ({ id, value }: { id: number; value: Lead[Field] }) => store(String(id), value),
    onMutate: ({ id, value }) => {
      const shown = showAtOnce(client, id, field, value)
      if (shown.previous !== undefined) recount?.(client, shown.previous, value)
      return shown
    },
    onSuccess: (saved) => {
      showAnswer(client, saved, field)
      if (recount) refetchCounts(client)
    },
    onError: (_, { id, value }, shown) => {
      rollBack(client, id, field, shown?.previous)
      if (shown?.previous !== undefined) recount?.(client, value, shown.previous)
      if (recount) refetchCounts(client)
    },
  })
}

export const useSetStatus = () =>
  useSetQuickField(
    'status',
    (id, status) => call(endpoints.setLeadStatus, { params: { id }, body: { status } }),
    moveCount,
  )

export const useSetCustomerActive = () =>
  useSetQuickField('customer_active', (id, active) =>
    call(endpoints.setCustomerActive, { params: { id }, body: { customer_active: active } }),
  )

/** Makes the same change to several leads. The server skips leads that others have changed or deleted. */
export const useChangeLeads = () => useSend(endpoints.changeLeads, refetchLists)

/** The figures of all leads. Refetched each time they are shown and, at most every three seconds, after changes by others. */
export const leadFiguresQuery = queryOptions({
  queryKey: ['leads', 'figures'],
  meta: { ...shows('lead', 'user'), pause: 3_000 },
  queryFn: ({ signal }) => call(endpoints.readLeadFigures, {}, { signal }),
  staleTime: 0,
})

/** The reasons offered for a lost lead. */
export const lostReasonsQuery = queryOptions({
  queryKey: ['leads', 'lost-reasons'],
  meta: shows('setting'),
  queryFn: ({ signal }) => call(endpoints.readLostReasons, {}, { signal }),
})

export const useUpdateLostReasons = () =>
  useChangeOf(endpoints.updateLostReasons, (client, saved) => client.setQueryData(lostReasonsQuery.queryKey, saved))

export const useCheckRegister = () => useCallFor(endpoints.checkLeadRegister, showLead)

export const exportAddress = ({ q, status, industry, due, owner }: LeadFilter): string =>
  urlOf(endpoints.exportLeads, { query: { q, status, industry, due, owner } })

/** Returns the URL of an export with the given query. */
export const exportAddressOf = (query: NonNullable<EndpointInput<typeof endpoints.exportLeads>['query']>): string =>
  urlOf(endpoints.exportLeads, { query })

export const useImportLeads = () => {
  const client = useQueryClient()
  return async (file: File, options: ImportRun) => {
    try {
      return await importFile(endpoints.importLeads, file, options)
    } finally {
      // Refetches even after a failure, since rows may have been written before the connection broke.
      if (!options.dryRun) refetchLists(client)
    }
  }
}
