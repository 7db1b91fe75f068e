import { z } from 'zod'
import { tooLong } from './fields.ts'

/** Length of a new password, in characters. It needn't contain digits or the like (NIST SP 800-63B-4, 3.1.1.2). */
export const passwordLength = { min: 12, max: 200 } as const

export const passwordHint = `Minst ${passwordLength.min} tegn, for eksempel fire tilfeldige ord.`

/** A new password. The server also rejects easily guessed passwords. Logins skip these rules, since older passwords may break them. */
export const newPasswordSchema = z
  .string('Passord er påkrevd')
  .max(passwordLength.max, tooLong(passwordLength.max, `Passordet kan ha høyst ${passwordLength.max} tegn`))
  .min(passwordLength.min, `Passordet må ha minst ${passwordLength.min} tegn`)
