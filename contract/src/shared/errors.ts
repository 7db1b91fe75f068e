import { z } from 'zod'

/**
 * The body of every error response: a message for the user, and messages by field for invalid fields.
 * `current` is the stored entity on a version conflict (409). `code` identifies the error for programs.
 */
export const errorSchema = z
  .object({
    error: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    current: z.unknown().optional(),
    code: z.string().optional(),
  })
  .meta({ id: 'Error' })

/** The `code` of a 403 response to users who must first prove their identity (`POST /api/session/confirm`). */
export const confirmationRequired = 'confirmation-required'

export type ErrorAnswer = z.output<typeof errorSchema>
