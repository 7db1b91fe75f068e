import { z } from 'zod'
import { addressCodeSchema } from '../shared/address-code.ts'
import {
  emailSchema,
  instantSchema,
  keysOf,
  orNull,
  readVersionSchema,
  requiredLine,
  rowStamps,
} from '../shared/fields.ts'
import { newPasswordSchema } from '../shared/passwords.ts'
import { userRoles } from './users.rules.ts'

const username = requiredLine(200, 'Brukernavn')

const role = z.enum(keysOf(userRoles), 'Ukjent rolle')

/** A user as returned to the administrator; never contains the password. */
export const userSchema = z.object({
  id: z.int(),
  username: z.string(),
  role,
  isActive: z.boolean(),
  /** The time of the last login; null before the first. */
  lastLoginAt: instantSchema.nullable(),
  ...rowStamps,
})

export type User = z.output<typeof userSchema>

export const userCreateSchema = z.object({
  username,
  password: newPasswordSchema,
  role: role.default('sales'),
  isActive: z.boolean().default(true),
})

/** The settings of a user's mail with due leads, which is sent on workday mornings. */
export const morningMailSchema = z.object({ email: z.string().nullable(), enabled: z.boolean() })

export type MorningMail = z.output<typeof morningMailSchema>

/** A change of the morning mail's settings. Enabling it needs an address; a new address needs the code that is mailed to it. */
export const morningMailChangeSchema = z
  .object({ email: orNull(emailSchema), enabled: z.boolean(), code: addressCodeSchema })
  .refine(({ email, enabled }) => !enabled || email !== null, { error: 'E-post er påkrevd', path: ['email'] })

/** Absent fields keep their value; a stale `version` is a conflict. */
export const userUpdateSchema = z
  .object({ username, password: newPasswordSchema, role, isActive: z.boolean(), version: readVersionSchema })
  .partial()
