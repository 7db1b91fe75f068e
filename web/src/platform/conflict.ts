import type { ZodType } from 'zod'
import { ApiError } from './api-client.ts'

/** The entity as somebody else has saved it meanwhile, when that is why a change was refused (409). */
export const conflictingEntity = <Entity>(error: unknown, schema: ZodType<Entity>): Entity | null => {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = schema.safeParse(error.current)
  return current.success ? current.data : null
}
