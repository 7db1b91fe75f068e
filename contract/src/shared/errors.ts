import { z } from 'zod'

/**
 * Every answer that is not a success: a sentence for the person, and where a field is at fault a sentence for that field.
 * `current` is there on a conflict of versions (409): the entity as it stands now.
 */
export const errorSchema = z
  .object({
    error: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    current: z.unknown().optional(),
  })
  .meta({ id: 'Error' })

export type ErrorAnswer = z.output<typeof errorSchema>
