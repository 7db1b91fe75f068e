import type { MutationFunctionContext, QueryClient } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import { ApiError } from './api-client.ts'

/** Returns the other user's version if a change failed with a conflict (409); else null. */
export const conflictingEntity = <Entity>(error: unknown, schema: ZodType<Entity>): Entity | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = schema.safeParse(error.current)
  return current.success ? current.data : null
}

/** Returns the entity's current version if a change was rejected because its version was stale (409); else undefined. */
export const currentVersionIn = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const version: unknown = Object(error.current).version
  return typeof version === 'number' ? version : undefined
}

/** The message in a deletion's dialog if the deletion was rejected because its version was stale. The dialog stays open. */
export const changedBeforeDeletion =
  'Endret av en annen i mellomtiden. Se hva som er endret, og slett på nytt om du fortsatt vil.'

/** Callbacks of a mutation that cache the saved entity or, after a conflict, the other user's version. */
export const cacheSavedOrConflicting = <Entity>(
  conflictIn: (error: unknown) => Entity | null,
  cache: (client: QueryClient, stored: Entity) => void,
) => ({
  onSuccess: (saved: Entity, _input: unknown, _result: unknown, { client }: MutationFunctionContext) =>
    cache(client, saved),
  onError: (error: unknown, _input: unknown, _result: unknown, { client }: MutationFunctionContext) => {
    const current = conflictIn(error)
    if (current) cache(client, current)
  },
})
