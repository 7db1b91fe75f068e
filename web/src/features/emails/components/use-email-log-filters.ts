import { type EmailDelivery, type EmailType, emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useSearchParams } from 'react-router'
import { useUrlSort } from '../../../platform/list-state.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import type { EmailLogFilter, EmailLogOrder } from '../emails.api.ts'

/** The server sorts the log by date only (docs/decisions/0032). */
const sorts = ['createdAt'] as const

const newestFirst: Sort<'createdAt'> = { id: 'createdAt', desc: true }

const allowed = {
  type: Object.keys(emailTypes) as EmailType[],
  delivery: Object.keys(emailDeliveries) as EmailDelivery[],
}

/** Search, type, delivery and order of the log, kept in the URL. */
export const useEmailLogFilters = () => {
  const [params] = useSearchParams()
  const filters = useUrlFilters(allowed)
  const [sort, setSort] = useUrlSort(sorts, newestFirst)
  const { type, delivery } = filters.values
  const request = {
    q: (params.get('q') ?? '').trim(),
    type: type ?? '',
    delivery: delivery ?? '',
  } satisfies EmailLogFilter
  return {
    ...filters,
    sort,
    setSort,
    /** The filter sent to the server; its text follows once typing pauses. */
    request,
    order: `createdAt:${sort.desc ? 'desc' : 'asc'}` satisfies EmailLogOrder,
    /** Counts for a search or a type stop at a bound. */
    isCountExact: request.q === '' && type === null,
  }
}

export type EmailLogFilters = ReturnType<typeof useEmailLogFilters>
