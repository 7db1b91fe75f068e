import { z } from 'zod'

/** Long enough that guessing fails while a code is valid, even without a limit on attempts. */
export const addressCodeDigits = 8

const wrongLength = 'Koden har åtte sifre'

/** The code that was mailed to a changed address, perhaps with spaces; empty and absent are the same. */
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
