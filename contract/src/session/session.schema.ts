import { z } from 'zod'
import { instantSchema, keysOf, tooLong } from '../shared/fields.ts'
import { newPasswordSchema } from '../shared/passwords.ts'
import { userRoles } from '../users/users.rules.ts'

export const adminLoginSchema = z.object(
  {
    /** The user name of a named administrator. If absent, `password` is the shared administrator password. */
    username: z.string('Fyll inn brukernavn').trim().min(1, 'Fyll inn brukernavn').max(200, 'Ukjent bruker').optional(),
    password: z.string('Feil passord').max(1000, 'Feil passord'),
  },
  { error: 'Feil passord' },
)

export type AdminLogin = z.output<typeof adminLoginSchema>

/** A user's login, with messages in English like the login screen. */
export const loginSchema = z.object(
  {
    username: z
      .string('Username is required')
      .trim()
      .min(1, 'Username is required')
      .max(200, 'Username can have at most 200 characters'),
    password: z
      .string('Password is required')
      .min(1, 'Password is required')
      .max(1000, 'Password can have at most 1000 characters'),
  },
  { error: 'Username and password are required' },
)

/** The logged-in user. `username` is `admin` if the login used the shared administrator password. */
export const sessionUserSchema = z.object({
  username: z.string(),
  role: z.enum(keysOf(userRoles)),
  /** True for an administrator with a personal account. */
  named: z.literal(true).optional(),
})

export type SessionUser = z.output<typeof sessionUserSchema>

export const passwordChangeSchema = z
  .object({
    currentPassword: z
      .string('Fyll inn passordet du har nå')
      .max(1000, tooLong(1000, 'Feil passord'))
      .min(1, 'Fyll inn passordet du har nå'),
    newPassword: newPasswordSchema,
  })
  .refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
    path: ['newPassword'],
    error: 'Det nye passordet er det samme som det du har',
  })

export type PasswordChange = z.output<typeof passwordChangeSchema>

/** One of the caller's sessions. */
export const openSessionSchema = z.object({
  id: z.uuid(),
  /** Browser and system, in words. */
  device: z.string(),
  /** IP address of the login; null if unknown. */
  address: z.string().nullable(),
  createdAt: instantSchema,
  /** The time of the last request, accurate to five minutes. */
  lastSeenAt: instantSchema,
  isCurrent: z.boolean(),
})

export type OpenSession = z.output<typeof openSessionSchema>

export const confirmationSchema = z.object({
  password: z.string('Fyll inn passordet').min(1, 'Fyll inn passordet').max(1000, tooLong(1000, 'Feil passord')),
})

export type Confirmation = z.output<typeof confirmationSchema>
