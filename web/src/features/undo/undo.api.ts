import { listImports, listTrash } from '@kontor/contract/undo/undo.endpoints'
import type { TrashKindName } from '@kontor/contract/undo/undo.rules'
import type { ImportEntry, TrashEntry } from '@kontor/contract/undo/undo.schema'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../platform/api-client.ts'
import { shows } from '../../platform/shows.ts'

export type { ImportEntry, TrashEntry }

/**
 * Pages of deleted records, newest first. Without `kind`, they have all kinds that the user may see. Refetched each time the list is opened,
 * since users also delete on other screens.
 */
export const trashQuery = (kind?: TrashKindName) =>
  infiniteQueryOptions({
    queryKey: ['trash', kind ?? 'all'],
    // Refetches when leads change, too: sales users are notified of deleted and restored leads, but not of changes in the trash.
    meta: shows('trash', 'lead'),
    queryFn: ({ signal, pageParam }) => callPage(listTrash, { query: { cursor: pageParam, kind } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: 'always',
  })

/** Imports that can be undone, newest first. Refetched when leads or customers change, since imports and their undoing change these. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  meta: shows('lead', 'customer'),
  queryFn: ({ signal }) => call(listImports, {}, { signal }),
  refetchOnMount: 'always',
})
