import { restoreTrash } from '@kontor/contract/undo/undo.endpoints'
import type { TrashKindName } from '@kontor/contract/undo/undo.rules'
import type { Restored } from '@kontor/contract/undo/undo.schema'
import type { QueryClient } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { type EachOutcome, runForEach } from './each-of.ts'

/** Entities of one kind that were deleted, by id. */
export interface Deleted {
  readonly kind: TrashKindName
  readonly ids: readonly (string | number)[]
}

/** Restores deleted entities, each in its own call, and refetches the shown queries. Never rejects. */
export const restoreDeleted = async (
  client: QueryClient,
  { kind, ids }: Deleted,
): Promise<EachOutcome<string | number, Restored>> => {
  const outcome = await runForEach(ids, (id) => call(restoreTrash, { params: { kind, id: String(id) } }))
  await client.invalidateQueries()
  return outcome
}
