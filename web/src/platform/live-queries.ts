import type { RecordChange } from '@kontor/contract/shared/records'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isAffected } from './shows.ts'

/** Milliseconds from a change to the refetch. Further changes in this time don't cause another refetch. */
const pause = 300

/** Keeps a client's queries up to date with changes by others. */
export interface LiveQueries {
  /** Refetches the mounted queries that show a changed record. Unmounted ones are refetched when they are mounted next. */
  apply(changes: readonly RecordChange[]): void
  /** Refetches, in the same way, every query that declares which records it shows. */
  applyAll(): void
  stop(): void
}

/** Returns true for a costly query that was fetched less than its own `pause` ago. */
const mustWait = ({ meta, state }: Query): boolean => Date.now() < state.dataUpdatedAt + (meta?.pause ?? 0)

export const createLiveQueries = (client: QueryClient): LiveQueries => {
  const cache = client.getQueryCache()
  const due = new Set<Query>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const refetchDue = (): void => {
    timer = undefined
    // A hidden page refetches when it is shown again.
    if (document.hidden) return
    // Waits for mutations: a refetch could overwrite their optimistic values with older data.
    const isMutating = client.isMutating() > 0
    for (const query of due) {
      if (isMutating || query.state.fetchStatus === 'fetching' || mustWait(query)) continue
      due.delete(query)
      if (query.isActive()) void client.refetchQueries({ queryKey: query.queryKey, exact: true })
    }
    if (due.size > 0) schedule()
  }
  const schedule = (): void => {
    timer ??= setTimeout(refetchDue, pause)
  }
  const applyTo = (matches: (query: Query) => boolean): void => {
    for (const query of cache.findAll({ predicate: matches })) {
      if (query.isActive()) due.add(query)
      else query.invalidate()
    }
    if (due.size > 0) schedule()
  }
  const onShown = (): void => {
    if (!document.hidden && due.size > 0) schedule()
  }
  document.addEventListener('visibilitychange', onShown)
  const stopWatching = cache.subscribe((event) => {
    // A fetch that starts after a change was announced includes the change.
    const isFetched = event.type === 'updated' && event.action.type === 'fetch'
    if (isFetched || event.type === 'removed') due.delete(event.query)
  })
  return {
    apply: (changes) => applyTo((query) => isAffected(query.meta, changes)),
    applyAll: () => applyTo((query) => query.meta?.shows !== undefined),
    stop: () => {
      clearTimeout(timer)
      stopWatching()
      document.removeEventListener('visibilitychange', onShown)
    },
  }
}
