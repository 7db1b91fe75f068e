import { z } from 'zod'

/** An instant: ISO 8601 in UTC on the wire (`2026-03-24T09:00:00.000Z`). */
export const instantSchema = z.iso.datetime()

/** A trimmed text of at most `max` characters; without NUL, which PostgreSQL cannot store. */
const text = (max: number, error?: string) =>
  z
    .string(error)
    .trim()
    .max(max, `Kan ha høyst ${max} tegn`)
    .refine((value) => !value.includes('\0'), 'Inneholder et tegn som ikke kan lagres')

/** An optional text: absent, null and '' all mean "none" and become null; anything else is trimmed. At most `max` characters. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null)

/** An optional text in a change: absent leaves it as it is, null or '' clears it. At most `max` characters. */
export const changedText = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => value || null)

/** A required text of 1 to `max` characters after trimming; `message` when it is empty. */
export const requiredText = (max: number, message: string) => text(max, message).min(1, message)

/** An e-mail address as browsers accept it, at most 254 characters (RFC 5321). */
export const emailSchema = z
  .string({ error: 'Ugyldig e-postadresse' })
  .trim()
  .max(254, 'Ugyldig e-postadresse')
  .regex(z.regexes.html5Email, 'Ugyldig e-postadresse')

/** The path parameter of an entity whose id is a uuid. */
export const uuidParams = z.object({ id: z.uuid('Ugyldig id') })

/** The path parameter of an entity whose id is a number. */
export const numberParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Ugyldig id')
    .transform(Number),
})

/** The answer of a call that has nothing to say (status 204). */
export const noContent = z.void()

/** The version that a client read; when it is sent and stale, a PUT answers 409 with the current entity. */
export const versionSchema = z.int().min(1).max(2_147_483_647)
