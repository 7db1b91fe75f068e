import { search } from '@kontor/contract/search/search.endpoints'
import type { Found } from '@kontor/contract/search/search.schema'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'

export type { Found } from '@kontor/contract/search/search.schema'

/** The search's results. Shows the previous results until the new ones arrive. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'found', q],
    queryFn: ({ signal }) => call(search, { query: { q } }, { signal }),
    enabled: q !== '',
    staleTime: 0,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })

const maxRecent = 6

const recentQuery = queryOptions({
  queryKey: ['search', 'recent'],
  queryFn: (): readonly Found[] => [],
  initialData: [],
  gcTime: Number.POSITIVE_INFINITY,
})

/** Returns the records opened from a search, latest first. They are cleared at logout, since the next user may not be allowed to see them. */
export const useRecentlyFound = () => {
  const client = useQueryClient()
  const { data: recent } = useQuery(recentQuery)
  const remember = (found: Found): void => {
    const isOther = ({ kind, id }: Found) => kind !== found.kind || id !== found.id
    client.setQueryData(recentQuery.queryKey, (before: readonly Found[] = []) =>
      [found, ...before.filter(isOther)].slice(0, maxRecent),
    )
  }
  return { recent, remember }
}
