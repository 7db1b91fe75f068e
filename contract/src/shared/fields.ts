import { z } from 'zod'
import { withoutHidden } from './composed.ts'
import { readDay } from './read-values.ts'
import { isBetweenYears } from './time.ts'

/** An instant: ISO 8601 in UTC on the wire (`2026-03-24T09:00:00.000Z`). */
export const instantSchema = z.iso.datetime()

/** Returns the options of a length limit: a longer text fails at once, without the checks that follow, which could be slow. */
export const tooLong = (max: number, error = `Kan ha høyst ${max} tegn`) => ({ error, abort: true })

/** A text of at most `max` characters. Trims it and removes invisible characters; rejects NUL, which PostgreSQL can't store. */
const text = (max: number, label: string, error?: string) =>
  z
    .string(error)
    .overwrite(withoutHidden)
    .trim()
    .max(max, tooLong(max, `${label} kan ha høyst ${max} tegn`))
    .refine((value) => !value.includes('\0'), `${label} inneholder et tegn som ikke kan lagres`)

/** Trims the lines of a text and joins them with spaces, in linear time. */
const joinLines = (value: string): string =>
  lineBreak.test(value)
    ? value
        .split(lineBreak)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' ')
    : value

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/

/** A text on one line. Line breaks become spaces, since subjects, headers and columns must not contain them. */
const line = (max: number, label: string, error?: string) => text(max, label, error).overwrite(joinLines)

const emptyAsNull = (value: string | null | undefined): string | null => value || null

/** An optional line of at most `max` characters: absent, null and '' become null. */
export const optionalLine = (max: number, label: string) => line(max, label).nullish().transform(emptyAsNull)

/** An optional line of at most `max` characters in an update: absent keeps the value, null or '' clears it. */
export const changedLine = (max: number, label: string) => line(max, label).nullable().transform(emptyAsNull)

const requiredMessage = (label: string) => `${label} er påkrevd`

/** A required line of 1 to `max` characters after trimming. `label` is the field's name in messages; `error` replaces the default message. */
export const requiredLine = (max: number, label: string, error = requiredMessage(label)) =>
  line(max, label, error).min(1, error)

/** A required text of several lines. */
export const requiredText = (max: number, label: string) =>
  text(max, label, requiredMessage(label)).min(1, requiredMessage(label))

export const optionalText = (max: number, label: string) => text(max, label).nullish().transform(emptyAsNull)

export const changedText = (max: number, label: string) => text(max, label).nullable().transform(emptyAsNull)

/** Accepts null, '' (as null) and what the schema `value` accepts, with that schema's error message. */
export const orNull = <Value extends z.ZodType>(value: Value) =>
  z
    .union([value, z.literal('').transform(() => null)], { error: ({ errors }) => errors?.at(0)?.at(0)?.message })
    .nullable()

/** A boolean; absent and null become the default. */
export const flag = (defaultValue: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? defaultValue)

/** A boolean in an update: absent and null keep the value. */
export const changedFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined)

/** Converts the domain to Punycode: `blåbær.no` becomes `xn--blbr-roah.no`. Invalid addresses stay unchanged. */
const withAsciiDomain = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  const url = `http://${address.slice(at)}`
  if (!/^http:\/\/[\p{L}\p{M}\p{N}.-]+$/u.test(url) || !/[^ -~]/.test(url) || !URL.canParse(url)) return address
  return address.slice(0, at) + new URL(url).hostname
}

const invalidEmail = tooLong(254, 'Ugyldig e-postadresse')

/** An e-mail address by the HTML5 rules, at most 254 characters (RFC 5321); its domain is converted to Punycode. */
export const emailSchema = z
  .string({ error: 'Ugyldig e-postadresse' })
  .overwrite(withoutHidden)
  .trim()
  .max(254, invalidEmail)
  .overwrite(withAsciiDomain)
  .max(254, invalidEmail)
  .regex(z.regexes.html5Email, 'Ugyldig e-postadresse')

/** A calendar day in any notation that `readDay` reads, in the years `first` to `last`; null and '' become null. */
export const dayOrNull = (first: number, last: number, error: string) =>
  z
    .string(error)
    .trim()
    .max(40, tooLong(40, error))
    .nullable()
    .transform((text, context) => {
      if (!text) return null
      const day = readDay(text)
      if (day !== null && isBetweenYears(day, first, last)) return day
      context.addIssue({ code: 'custom', message: error })
      return z.NEVER
    })

export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) => Object.keys(record) as [K, ...K[]]

/** An id or a version: a whole number from 1 to the maximum of PostgreSQL's `integer`. */
export const positiveInt = (error?: string) => z.int(error).min(1, error).max(2_147_483_647, error)

export const uuidParams = z.object({ id: z.uuid('Ugyldig id') })

export const numberParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Ugyldig id')
    .transform(Number),
})

export const noContent = z.void()

/** An entity's version. A PUT with a stale version returns 409 with the current entity. */
export const versionSchema = positiveInt()

/** In an update, the version that the client read. If absent or null, the server doesn't check it. */
export const readVersionSchema = versionSchema.nullish().transform((version) => version ?? undefined)

/** The fields at the end of most entities. */
export const rowStamps = { version: versionSchema, createdAt: instantSchema, updatedAt: instantSchema }

/** In a deletion (`?version=`), the version that the client read. If absent, the server doesn't check it. */
export const versionQuery = z.object({
  version: z.coerce.number('Ugyldig versjon').pipe(positiveInt('Ugyldig versjon')).optional(),
})

// regexp: linear, since it is anchored and the rest can match in one way only: no hex digit after "%" fits the second alternative.
const tokenAndRest = /^([\w-]*[a-z\d])(?:%[\da-f]{2}|[\s\p{P}\p{S}])*$/iu

/**
 * The token of a link in a mail. Removes a bracket, full stop or the like at the end: some mail clients make the character after a link part
 * of the link. Accepts any string: for a malformed or unknown token, the server finds no record.
 */
export const tokenParams = z.object({ token: z.string().overwrite((token) => tokenAndRest.exec(token)?.[1] ?? token) })
