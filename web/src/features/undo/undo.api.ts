import { listImports, listTrash } from '@kontor/contract/undo/undo.endpoints'
import type { TrashKindName } from '@kontor/contract/undo/undo.rules'
import type { ImportEntry, TrashEntry } from '@kontor/contract/undo/undo.schema'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../platform/api-client.ts'
import { shows } from '../../platform/shows.ts'

export type { ImportEntry, TrashEntry }

/**
 * Deleted entities of one kind, or of all that the user may see, newest first, in pages. Refetched each time it is opened, since other
 * screens and users delete, too.
 */
export const trashQuery = (kind?: TrashKindName) =>
  infiniteQueryOptions({
    queryKey: ['trash', kind ?? 'all'],
    // Sales users are not notified of changes in the trash, but of deleted and restored leads.
    meta: shows('trash', 'lead'),
    queryFn: ({ signal, pageParam }) => callPage(listTrash, { query: { cursor: pageParam, kind } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: 'always',
  })

/** Imports that can be undone, newest first. Refetched when leads or customers change, as every import and its undoing does. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  meta: shows('lead', 'customer'),
  queryFn: ({ signal }) => call(listImports, {}, { signal }),
  refetchOnMount: 'always',
})
