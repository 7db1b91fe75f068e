import type { ZodType } from 'zod'
import { ApiError } from './api-client.ts'

/** The entity as another user saved it, if that is why a change was rejected (409). */
export const conflictingEntity = <Entity>(error: unknown, schema: ZodType<Entity>): Entity | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = schema.safeParse(error.current)
  return current.success ? current.data : null
}
