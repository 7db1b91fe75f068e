import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import { useQueries } from '@tanstack/react-query'
import { type LeadListKey, leadsQuery } from '../leads.api.ts'

/** The board's columns under a filter, each the first page of its status, and their leads. Fetches nothing unless `isShown`. */
export const useBoardColumns = (listKey: LeadListKey, isShown = true) => {
  const statuses = leadStatuses.filter((status) => listKey.status === '' || listKey.status === status)
  const columns = useQueries({
    queries: isShown ? statuses.map((status) => leadsQuery({ ...listKey, status, page: 1 })) : [],
  })
  const leads = columns.flatMap(({ data }) => data?.leads ?? [])
  // A lead that has just moved is still in the response for its old column.
  const cards = [...new Map(leads.map((lead) => [lead.id, lead])).values()]
  return { statuses, columns, cards, isFetching: columns.some(({ isFetching }) => isFetching) }
}
