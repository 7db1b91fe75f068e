import { z } from 'zod'
import { instantSchema, readVersionSchema, requiredLine, rowStamps } from '../shared/fields.ts'
import { newPasswordSchema } from '../shared/passwords.ts'

const username = requiredLine(200, 'Brukernavn')

/** A sales user as returned to the administrator; never contains the password. */
export const userSchema = z.object({
  id: z.int(),
  username: z.string(),
  isActive: z.boolean(),
  /** Null before the first login. */
  lastLoginAt: instantSchema.nullable(),
  ...rowStamps,
})

export type User = z.output<typeof userSchema>

export const userCreateSchema = z.object({ username, password: newPasswordSchema, isActive: z.boolean().default(true) })

/** Absent fields keep their value; a stale `version` is a conflict. */
export const userUpdateSchema = z
  .object({ username, password: newPasswordSchema, isActive: z.boolean(), version: readVersionSchema })
  .partial()
