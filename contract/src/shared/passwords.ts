import { z } from 'zod'
import { tooLong } from './fields.ts'

/** The fewest and the most characters of a password that somebody sets. No rule says which (NIST SP 800-63B-4, 3.1.1.2). */
export const passwordLength = { min: 12, max: 200 } as const

/** The hint beneath the field of a new password. */
export const passwordHint = `Minst ${passwordLength.min} tegn, for eksempel fire tilfeldige ord.`

/** A password that somebody sets; the server also refuses one that is easy to guess. Logins take any, as earlier rules allowed others. */
export const newPasswordSchema = z
  .string('Passord er påkrevd')
  .max(passwordLength.max, tooLong(passwordLength.max, `Passordet kan ha høyst ${passwordLength.max} tegn`))
  .min(passwordLength.min, `Passordet må ha minst ${passwordLength.min} tegn`)
