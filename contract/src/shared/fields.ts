import { z } from 'zod'

/** An instant: ISO 8601 in UTC on the wire (`2026-03-24T09:00:00.000Z`). */
export const instantSchema = z.iso.datetime()

/**
 * The message of a length limit. It aborts the field's further checks: nothing slower than a length is computed of a text from
 * outside that is longer than the field holds.
 */
export const tooLong = (max: number, error = `Kan ha høyst ${max} tegn`) => ({ error, abort: true })

/** A trimmed text of at most `max` characters; without NUL, which PostgreSQL cannot store. */
const text = (max: number, label: string, error?: string) =>
  z
    .string(error)
    .trim()
    .max(max, tooLong(max, `${label} kan ha høyst ${max} tegn`))
    .refine((value) => !value.includes('\0'), `${label} inneholder et tegn som ikke kan lagres`)

/** The lines of a text, trimmed and joined by a space; takes time linear in its length. */
const onOneLine = (value: string): string =>
  value
    .split(/[\n\r\v\f\u0085\u2028\u2029]/)
    .map((part, _, parts) => (parts.length > 1 ? part.trim() : part))
    .filter((part) => part !== '')
    .join(' ')

/** The same on one line: what stands in subjects, headers and columns holds no line breaks. */
const line = (max: number, label: string, error?: string) => text(max, label, error).overwrite(onOneLine)

/** An optional line: absent, null and '' all mean "none" and become null. At most `max` characters. */
export const optionalLine = (max: number, label: string) =>
  line(max, label)
    .nullish()
    .transform((value) => value || null)

/** An optional line in a change: absent leaves it as it is, null or '' clears it. At most `max` characters. */
export const changedLine = (max: number, label: string) =>
  line(max, label)
    .nullable()
    .transform((value) => value || null)

const missing = (label: string) => `${label} er påkrevd`

/** A required line of 1 to `max` characters after trimming; `label` names the field in its messages, `error` says that it is missing. */
export const requiredLine = (max: number, label: string, error = missing(label)) =>
  line(max, label, error).min(1, error)

/** A required text of 1 to `max` characters after trimming, of any number of lines. */
export const requiredText = (max: number, label: string) => text(max, label, missing(label)).min(1, missing(label))

/** An optional text of any number of lines: absent, null and '' all mean "none" and become null. At most `max` characters. */
export const optionalText = (max: number, label: string) =>
  text(max, label)
    .nullish()
    .transform((value) => value || null)

/** An optional text in a change: absent leaves it as it is, null or '' clears it. At most `max` characters. */
export const changedText = (max: number, label: string) =>
  text(max, label)
    .nullable()
    .transform((value) => value || null)

/** Yes or no; absent and null mean what the entity has when nobody says. */
export const flag = (byDefault: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? byDefault)

/** Yes or no in a change: absent and null leave it as it is. */
export const changedFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined)

/** The address with the domain as mail servers write it: `blåbær.no` is `xn--blbr-roah.no` there. Any other stays as it is. */
const withAsciiDomain = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  const url = `http://${address.slice(at)}`
  if (!/^http:\/\/[\p{L}\p{M}\p{N}.-]+$/u.test(url) || !/[^ -~]/.test(url) || !URL.canParse(url)) return address
  return address.slice(0, at) + new URL(url).hostname
}

const invalidEmail = tooLong(254, 'Ugyldig e-postadresse')

/** An e-mail address as browsers accept it, at most 254 characters (RFC 5321); letters like å in its domain are rewritten. */
export const emailSchema = z
  .string({ error: 'Ugyldig e-postadresse' })
  .trim()
  .max(254, invalidEmail)
  .overwrite(withAsciiDomain)
  .max(254, invalidEmail)
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

/** The version in a change: absent and null mean that the client does not say which one it read. */
export const readVersionSchema = versionSchema.nullish().transform((version) => version ?? undefined)
