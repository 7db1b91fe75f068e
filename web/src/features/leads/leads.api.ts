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
import { call } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { type EachOptions, eachOf } from '../../platform/each-of.ts'
import { importFile } from '../../platform/import-file.ts'
import { refetchAll, refetchUnderway } from '../../platform/query-client.ts'
import type { ImportRun } from '../../ui/import-dialog.tsx'
import { customersQuery } from '../customers/customers.api.ts'

export type { Duplicates, Lead, LeadPage, LeadSummary, LeadView }

export type LeadChanges = EndpointInput<typeof updateLead>['body']
export type NewLead = EndpointInput<typeof createLead>['body']
export type LeadViewBody = EndpointInput<typeof createLeadView>['body']

/** What the list is narrowed to; '' narrows nothing. */
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

/** Whether anybody is let in; asked anew at each visit. A 401 says that nobody is. */
export const leadAccessQuery = queryOptions({
  queryKey: ['leads', 'access'],
  queryFn: ({ signal }) => call(listLeads, { query: { page: 1, size: 1, sort: defaultLeadSort } }, { signal }),
  select: ({ pagination }) => pagination.total,
  refetchOnMount: 'always',
  gcTime: 0,
})

/** One page; others work on the same list, so it is asked for anew each time it is opened. */
export const leadsQuery = ({ page, sort, ...filter }: LeadListKey) =>
  queryOptions({
    queryKey: [...listsKey, { page, sort, ...filter }],
    queryFn: ({ signal }) => call(listLeads, { query: { page, size: leadPageSize, sort, ...filter } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How many there are of each status; the filter's own status does not count. */
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

/** Who is there already with the same number or address. */
export const leadDuplicatesQuery = ({ org_no, email, except }: DuplicateKey) =>
  queryOptions({
    queryKey: ['leads', 'duplicates', { org_no, email, except }],
    queryFn: ({ signal }) => call(findLeadDuplicates, { query: { org_no, email, except } }, { signal }),
    enabled: org_no !== '' || email !== '',
    staleTime: 0,
  })

export const leadViewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: ({ signal }) => call(listLeadViews, {}, { signal }),
})

/** The lead as somebody else has saved it meanwhile, when that is why a change was refused. */
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

const countAnew = (client: QueryClient): void => void refetchAll(client, summariesKey)

const listAnew = (client: QueryClient): void => {
  void refetchAll(client, listsKey)
  countAnew(client)
}

const shownLead = (client: QueryClient, id: number): Lead | undefined =>
  client
    .getQueriesData<LeadPage>({ queryKey: listsKey })
    .flatMap(([, page]) => page?.leads ?? [])
    .find((lead) => lead.id === id)

type QuickField = 'status' | 'customer_active'

/** A value that is being changed: what the server last said of it, and how many answers are still to come. */
interface Underway {
  stored: Lead[QuickField] | undefined
  answersToCome: number
}

const underway = new Map<string, Underway>()

/** Shows a value at once. Until the last of several quick choices is answered, none of the earlier answers is shown. */
const showAtOnce = (client: QueryClient, id: number, field: QuickField, value: Lead[QuickField]) => {
  // What is being fetched would bring the old value.
  void client.cancelQueries({
    queryKey: listsKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data !== undefined,
  })
  const key = `${field} ${id}`
  const change = underway.get(key) ?? { stored: shownLead(client, id)?.[field], answersToCome: 0 }
  change.answersToCome += 1
  underway.set(key, change)
  changeShown(client, id, (lead) => ({ ...lead, [field]: value }))

  /** Whether the choice that was answered is the last one. */
  const answered = (): boolean => {
    change.answersToCome -= 1
    if (change.answersToCome > 0) return false
    underway.delete(key)
    return true
  }
  return {
    keep: (saved: Lead): void => {
      change.stored = saved[field]
      const last = answered()
      changeShown(client, id, (lead) => (last ? saved : { ...saved, [field]: lead[field] }))
      // Before the last answer a fetch would bring back the value before it.
      if (last) refetchUnderway(client, listsKey)
    },
    takeBack: (): void => {
      const { stored } = change
      if (!answered() || stored === undefined) return
      changeShown(client, id, (lead) => (lead[field] === value ? { ...lead, [field]: stored } : lead))
    },
  }
}

export const useCreateLead = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewLead) => call(createLead, { body }),
    onSuccess: () => listAnew(client),
  })
}

export const useUpdateLead = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: LeadChanges }) =>
      call(updateLead, { params: { id: String(id) }, body: changes }),
    onSuccess: (saved) => {
      showLead(client, saved)
      countAnew(client)
    },
    onError: (error) => {
      const current = conflictingLead(error)
      if (current) showLead(client, current)
    },
  })
}

/** Deletes one; whoever has deleted all that he wants says so with `useLeadsGone`. */
export const removeLead = (id: number) => call(deleteLead, { params: { id: String(id) } })

/** Takes those that are deleted out of what is shown, and has it fetched anew. */
export const useLeadsGone = () => {
  const client = useQueryClient()
  return (gone: ReadonlySet<number>) => {
    client.setQueriesData<LeadPage>({ queryKey: listsKey }, (page) => page && without(page, gone))
    listAnew(client)
  }
}

/** Has what is shown of the leads fetched anew, in whichever view, with the numbers. */
export const useLeadsAnew = () => {
  const client = useQueryClient()
  return () => listAnew(client)
}

export const useSetStatus = () => {
  const client = useQueryClient()
  return useMutation({
    // One after the other: of two quick choices the second must win.
    scope: { id: 'lead-status' },
    mutationFn: ({ id, status }: { id: number; status: LeadStatus }) =>
      call(setLeadStatus, { params: { id: String(id) }, body: { status } }),
    onMutate: ({ id, status }) => showAtOnce(client, id, 'status', status),
    onSuccess: (saved, _, shown) => {
      shown.keep(saved)
      countAnew(client)
    },
    onError: (_, __, shown) => shown?.takeBack(),
  })
}

export const useSetCustomerActive = () => {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'lead-customer-active' },
    mutationFn: ({ id, active }: { id: number; active: boolean | null }) =>
      call(setCustomerActive, { params: { id: String(id) }, body: { customer_active: active } }),
    onMutate: ({ id, active }) => showAtOnce(client, id, 'customer_active', active),
    onSuccess: (saved, _, shown) => shown.keep(saved),
    onError: (_, __, shown) => shown?.takeBack(),
  })
}

export const useSetStatuses = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids: number[]; status: LeadStatus }) => call(setLeadStatuses, { body }),
    onSuccess: () => listAnew(client),
  })
}

const makeCustomer = (id: number, email: string) =>
  call(makeLeadCustomer, { params: { id: String(id) }, body: { email } })

/** The administrator's list of customers is fetched anew when it is opened next. */
const customersAnew = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: customersQuery.queryKey })

export const useMakeCustomer = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, email }: { id: number; email: string }) => makeCustomer(id, email),
    onSuccess: ({ lead }) => {
      showLead(client, lead)
      countAnew(client)
      customersAnew(client)
    },
  })
}

/** Makes several leads customers, each in a call of its own; what became of which is in what the promise resolves to. */
export const useMakeCustomers = () => {
  const client = useQueryClient()
  return async (
    wanted: readonly { readonly id: number; readonly email: string }[],
    options: EachOptions<number, LeadCustomer>,
  ) => {
    const emails = new Map(wanted.map(({ id, email }) => [id, email]))
    const outcome = await eachOf([...emails.keys()], (id) => makeCustomer(id, emails.get(id) ?? ''), options)
    listAnew(client)
    customersAnew(client)
    return outcome
  }
}

export const useCheckRegister = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(checkLeadRegister, { params: { id: String(id) } }),
    onSuccess: (lead) => showLead(client, lead),
  })
}

/** Saves a view under its name: anew where there is one of that name. */
export const useSaveView = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: LeadViewBody & { id: number | undefined }) =>
      id === undefined ? call(createLeadView, { body }) : call(updateLeadView, { params: { id: String(id) }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: viewsKey }),
  })
}

export const useDeleteView = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteLeadView, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: viewsKey }),
  })
}

/** Where the spreadsheet of the leads under a filter is fetched. */
export const exportAddress = ({ q, status, industry }: LeadFilter): string => {
  const query = new URLSearchParams(Object.entries({ q, status, industry }).filter(([, value]) => value !== ''))
  return query.size === 0 ? exportLeads.path : `${exportLeads.path}?${query}`
}

/** Imports a spreadsheet; what it has written is in the list soon after the promise has resolved. */
export const useImportLeads = () => {
  const client = useQueryClient()
  return async (file: File, options: ImportRun) => {
    try {
      return await importFile(importLeads, file, options)
    } finally {
      // After a failure, too: a broken connection does not tell what was written.
      if (!options.dryRun) listAnew(client)
    }
  }
}
