import { listImports, listTrash } from '@kontor/contract/trash/trash.endpoints'
import type { TrashKindName } from '@kontor/contract/trash/trash.rules'
import type { ImportEntry, TrashEntry } from '@kontor/contract/trash/trash.schema'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../platform/api-client.ts'
import { shows } from '../../platform/shows.ts'

export type { ImportEntry, TrashEntry }

/**
 * What was deleted, newest first, page by page; without a kind, all that the user may see. Refetched each time it is opened: other screens
 * and users delete.
 */
export const trashQuery = (kind?: TrashKindName) =>
  infiniteQueryOptions({
    queryKey: ['trash', kind ?? 'all'],
    meta: shows('trash'),
    queryFn: ({ signal, pageParam }) => callPage(listTrash, { query: { cursor: pageParam, kind } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: 'always',
  })

/** Imports that can be undone, newest first. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => call(listImports, {}, { signal }),
  refetchOnMount: 'always',
})
