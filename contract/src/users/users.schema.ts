import { z } from 'zod'
import { instantSchema, readVersionSchema, requiredLine, versionSchema } from '../shared/fields.ts'

/** The fewest characters of a password that somebody chooses. */
export const passwordMinimum = 12

const username = requiredLine(200, 'Brukernavn')

const password = z
  .string('Passord er påkrevd')
  .min(passwordMinimum, `Passordet må ha minst ${passwordMinimum} tegn`)
  .max(1000, 'Passordet kan ha høyst 1000 tegn')

/** A sales user as the administrator reads it; no password ever leaves the server. */
export const userSchema = z.object({
  id: z.int(),
  username: z.string(),
  isActive: z.boolean(),
  /** Null before the first login. */
  lastLoginAt: instantSchema.nullable(),
  version: versionSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

export type User = z.output<typeof userSchema>

export const userCreateSchema = z.object({ username, password, isActive: z.boolean().default(true) })

/** Absent fields stay; `version` guards against overwriting somebody else's change. */
export const userUpdateSchema = z
  .object({ username, password, isActive: z.boolean(), version: readVersionSchema })
  .partial()
