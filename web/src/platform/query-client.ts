import { type MutationFunctionContext, QueryClient, type QueryKey } from '@tanstack/react-query'

/** Creates a client whose data never goes stale. By itself it doesn't refetch, poll or retry. A call without a network fails at once. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/** The arguments of a mutation's `onSettled`. */
export type Settled = [
  answer: unknown,
  error: unknown,
  input: unknown,
  result: unknown,
  context: MutationFunctionContext,
]

/** Refetches queries as soon as their first fetch ends, since `invalidateQueries` doesn't restart a first fetch. */
const refetchAfterInitialLoads = (client: QueryClient, queryKey: QueryKey): void => {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    const refetch = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    if (query.state.data === undefined) void query.promise?.then(refetch, () => undefined)
  }
}

/** Restarts fetches in flight after a change is stored: their responses may be stale. */
export const restartInFlight = (client: QueryClient, queryKey: QueryKey): void => {
  refetchAfterInitialLoads(client, queryKey)
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' })
}

/** Refetches everything below a key after a change is stored, including initial fetches in flight. */
export const refetchAll = (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  refetchAfterInitialLoads(client, queryKey)
  return client.invalidateQueries({ queryKey })
}
