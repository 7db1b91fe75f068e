import { z } from 'zod'

/** The number of digits in a code: enough that nobody can guess a code while it is valid, even without a limit on attempts. */
export const addressCodeDigits = 8

const wrongLength = 'Koden har åtte sifre'

/** The code that was mailed to a changed address. Spaces are removed; '' counts as absent. */
export const addressCodeSchema = z
  .string()
  .max(20, wrongLength)
  .transform((text) => text.replaceAll(/\s/g, '') || undefined)
  .pipe(
    z
      .string()
      .regex(/^\d{8}$/, wrongLength)
      .optional(),
  )
  .optional()
