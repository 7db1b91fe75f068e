import { z } from 'zod'
import { tooLong } from '../shared/fields.ts'
import { newPasswordSchema } from '../shared/passwords.ts'

export const adminLoginSchema = z.object(
  { password: z.string('Feil passord').max(1000, 'Feil passord') },
  { error: 'Feil passord' },
)

/** A sales user's login, in English like the login screen. */
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

/** Who is logged in. The administrator has the username `admin`. */
export const sessionUserSchema = z.object({ username: z.string(), role: z.enum(['admin', 'sales']) })

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
