import {
  checkLeadRegister,
  createLead,
  createLeadView,
  deleteLead,
  deleteLeadView,
  exportLeads,
  findLeadDuplicates,
  importLeads,
  listLeadHistory,
  listLeads,
  listLeadViews,
  makeLeadCustomer,
  setCustomerActive,
  setLeadStatus,
  setLeadStatuses,
  summariseLeads,
  updateLead,
  updateLeadView,
} from '@kontor/contract/leads/leads.endpoints'
import { defaultLeadSort, type LeadStatus, leadPageSize } from '@kontor/contract/leads/leads.rules'
import {
  type Duplicates,
  type Lead,
  type LeadCustomer,
  type LeadPage,
  type LeadSummary,
  type LeadView,
  leadSchema,
} from '@kontor/contract/leads/leads.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addressOf, call } from '../../platform/api-client.ts'
import { cacheStored, conflictingEntity } from '../../platform/conflict.ts'
import { type EachOptions, eachOf } from '../../platform/each-of.ts'
import { importFile } from '../../platform/import-file.ts'
import { refetchAll, refetchUnderway, type Settled } from '../../platform/query-client.ts'
import type { ImportRun } from '../../ui/import-dialog.tsx'
import { customersQuery } from '../customers/customers.api.ts'

export type { Duplicates, Lead, LeadPage, LeadSummary, LeadView }

export type LeadChanges = EndpointInput<typeof updateLead>['body']
export type NewLead = EndpointInput<typeof createLead>['body']
export type LeadViewBody = EndpointInput<typeof createLeadView>['body']

/** A filter; '' matches everything. */
export interface LeadFilter {
  readonly q: string
  readonly status: LeadStatus | ''
  readonly industry: string
}

export interface LeadListKey extends LeadFilter {
  /** `field:asc` or `field:desc` */
  readonly sort: string
  readonly page: number
}

const listsKey = ['leads', 'list'] as const
const summariesKey = ['leads', 'summary'] as const
const viewsKey = ['leads', 'views'] as const

/** Whether the user may see leads, checked at each visit: a 401 means no. */
export const leadAccessQuery = queryOptions({
  queryKey: ['leads', 'access'],
  queryFn: ({ signal }) => call(listLeads, { query: { page: 1, size: 1, sort: defaultLeadSort } }, { signal }),
  select: ({ pagination }) => pagination.total,
  refetchOnMount: 'always',
  gcTime: 0,
})

/** One page; refetched each time it opens, since others work on the same list. */
export const leadsQuery = (key: LeadListKey) =>
  queryOptions({
    queryKey: [...listsKey, key],
    queryFn: ({ signal }) => call(listLeads, { query: { ...key, size: leadPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many there are of each status, regardless of the filter's status. */
export const leadSummaryQuery = ({ q, industry }: Pick<LeadFilter, 'q' | 'industry'>) =>
  queryOptions({
    queryKey: [...summariesKey, { q, industry }],
    queryFn: ({ signal }) => call(summariseLeads, { query: { q, industry } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const leadHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['leads', 'history', id],
    queryFn: ({ signal }) => call(listLeadHistory, { params: { id: String(id) } }, { signal }),
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
    queryFn: ({ signal }) => call(findLeadDuplicates, { query }, { signal }),
    enabled: query.org_no !== '' || query.email !== '',
    staleTime: 0,
  })

export const leadViewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: ({ signal }) => call(listLeadViews, {}, { signal }),
})

export const conflictingLead = (error: unknown): Lead | null => conflictingEntity(error, leadSchema)

/** Changes a lead in every list that is in memory. */
const changeShown = (client: QueryClient, id: number, change: (lead: Lead) => Lead): void => {
  client.setQueriesData<LeadPage>(
    { queryKey: listsKey },
    (page) => page && { ...page, leads: page.leads.map((lead) => (lead.id === id ? change(lead) : lead)) },
  )
}

const without = ({ leads, pagination }: LeadPage, gone: ReadonlySet<number>): LeadPage => {
  const left = leads.filter(({ id }) => !gone.has(id))
  return { leads: left, pagination: { ...pagination, total: pagination.total - (leads.length - left.length) } }
}

const showLead = (client: QueryClient, saved: Lead): void => {
  changeShown(client, saved.id, () => saved)
  refetchUnderway(client, listsKey)
}

const refetchCounts = (client: QueryClient): void => void refetchAll(client, summariesKey)

const refetchLists = (client: QueryClient): void => {
  void refetchAll(client, listsKey)
  refetchCounts(client)
}

const shownLead = (client: QueryClient, id: number): Lead | undefined =>
  client
    .getQueriesData<LeadPage>({ queryKey: listsKey })
    .flatMap(([, page]) => page?.leads ?? [])
    .find((lead) => lead.id === id)

type QuickField = 'status' | 'customer_active'

const quickKey = (field: QuickField) => ['leads', 'quick', field] as const

/** Shows a new value of a field before the server has answered; returns the previous one. */
const showAtOnce = (client: QueryClient, id: number, field: QuickField, value: Lead[QuickField]) => {
  // A fetch under way would bring back the old value.
  void client.cancelQueries({
    queryKey: listsKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data !== undefined,
  })
  const previous = shownLead(client, id)?.[field]
  changeShown(client, id, (lead) => ({ ...lead, [field]: value }))
  return { previous }
}

/** Whether this answer is the last one expected for a lead's field; earlier ones don't replace what was chosen since. */
const isLastAnswer = (client: QueryClient, id: number, field: QuickField): boolean =>
  client.isMutating({
    mutationKey: quickKey(field),
    predicate: ({ state }) => Object(state.variables).id === id,
  }) === 1

const showAnswer = (client: QueryClient, saved: Lead, field: QuickField): void => {
  if (isLastAnswer(client, saved.id, field)) showLead(client, saved)
  else changeShown(client, saved.id, (lead) => ({ ...saved, [field]: lead[field] }))
}

/** Restores the previous value; of several quick changes in a row the stored one, which only the server knows. */
const rollBack = (client: QueryClient, id: number, field: QuickField, previous: Lead[QuickField] | undefined): void => {
  if (!isLastAnswer(client, id, field)) return
  if (previous !== undefined) changeShown(client, id, (lead) => ({ ...lead, [field]: previous }))
  void refetchAll(client, listsKey)
}

export const useCreateLead = () =>
  useMutation({
    mutationFn: (body: NewLead) => call(createLead, { body }),
    onSuccess: (_saved, _body, _result, { client }) => refetchLists(client),
  })

export const useUpdateLead = () =>
  useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: LeadChanges }) =>
      call(updateLead, { params: { id: String(id) }, body: changes }),
    ...cacheStored(conflictingLead, showLead),
    onSettled: (_saved, error, _input, _result, { client }) => error === null && refetchCounts(client),
  })

/** Deletes one. Call `useForgetDeletedLeads` after the last. */
export const removeLead = (id: number) => call(deleteLead, { params: { id: String(id) } })

/** Removes deleted leads from the lists in memory and refetches them. */
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

/** Sets a field, shown before the server has answered. */
const useSetQuickField = <Field extends QuickField>(
  field: Field,
  store: (id: string, value: Lead[Field]) => Promise<Lead>,
) => {
  const client = useQueryClient()
  return useMutation({
    mutationKey: quickKey(field),
    // One after the other: of two quick choices the second must win.
    scope: { id: `lead-${field}` },
    mutationFn: ({ id, value }: { id: number; value: Lead[Field] }) => store(String(id), value),
    onMutate: ({ id, value }) => showAtOnce(client, id, field, value),
    onSuccess: (saved) => {
      showAnswer(client, saved, field)
      if (field === 'status') refetchCounts(client)
    },
    onError: (_, { id }, shown) => rollBack(client, id, field, shown?.previous),
  })
}

export const useSetStatus = () =>
  useSetQuickField('status', (id, status) => call(setLeadStatus, { params: { id }, body: { status } }))

export const useSetCustomerActive = () =>
  useSetQuickField('customer_active', (id, active) =>
    call(setCustomerActive, { params: { id }, body: { customer_active: active } }),
  )

export const useSetStatuses = () =>
  useMutation({
    mutationFn: (body: { ids: number[]; status: LeadStatus }) => call(setLeadStatuses, { body }),
    onSuccess: (_answer, _body, _result, { client }) => refetchLists(client),
  })

const makeCustomer = (id: number, email: string) =>
  call(makeLeadCustomer, { params: { id: String(id) }, body: { email } })

/** The list of customers is refetched when it opens next. */
const invalidateCustomers = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: customersQuery.queryKey })

export const useMakeCustomer = () =>
  useMutation({
    mutationFn: ({ id, email }: { id: number; email: string }) => makeCustomer(id, email),
    onSuccess: ({ lead }, _input, _result, { client }) => {
      showLead(client, lead)
      refetchCounts(client)
      invalidateCustomers(client)
    },
  })

/** Makes several leads customers, each in its own call. Takes their emails by id; resolves to the outcome of each. */
export const useMakeCustomers = () => {
  const client = useQueryClient()
  return async (emails: ReadonlyMap<number, string>, options: EachOptions<number, LeadCustomer>) => {
    const outcome = await eachOf([...emails.keys()], (id) => makeCustomer(id, emails.get(id) ?? ''), options)
    refetchLists(client)
    invalidateCustomers(client)
    return outcome
  }
}

export const useCheckRegister = () =>
  useMutation({
    mutationFn: (id: number) => call(checkLeadRegister, { params: { id: String(id) } }),
    onSuccess: (lead, _id, _result, { client }) => showLead(client, lead),
  })

/** For `onSettled`. */
const refetchViews = (...[, , , , { client }]: Settled) => client.invalidateQueries({ queryKey: viewsKey })

/** Saves a view under its name; replaces an existing one. */
export const useSaveView = () =>
  useMutation({
    mutationFn: ({ id, ...body }: LeadViewBody & { id: number | undefined }) =>
      id === undefined ? call(createLeadView, { body }) : call(updateLeadView, { params: { id: String(id) }, body }),
    onSettled: refetchViews,
  })

export const useDeleteView = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteLeadView, { params: { id: String(id) } }),
    onSettled: refetchViews,
  })

export const exportAddress = ({ q, status, industry }: LeadFilter): string =>
  addressOf(exportLeads, { query: { q, status, industry } })

export const useImportLeads = () => {
  const client = useQueryClient()
  return async (file: File, options: ImportRun) => {
    try {
      return await importFile(importLeads, file, options)
    } finally {
      // After a failure, too: a broken connection doesn't say what was written.
      if (!options.dryRun) refetchLists(client)
    }
  }
}
