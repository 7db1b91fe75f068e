/**
 * Reads numbers and days as people and programs write them, for forms, imports and searches. `orgnr.ts` reads organisation numbers.
 */

import { withoutHidden } from './composed.ts'
import { wholeDigits } from './orgnr.ts'
import { calendarDay, hasZone } from './time.ts'

/** Matches spaces of any width, and the apostrophe that spreadsheets put before digits that are kept as text. */
const spaces = /^\s*'+|\s/g

/** Removes spaces, and an apostrophe at the beginning. */
export const withoutSpaces = (text: string): string => withoutHidden(text).replaceAll(spaces, '')

const negativeNumber = /^(?:[-\u2212\u2013](.+)|\((.+)\)|(.+)[-\u2212\u2013])$/

/** Strips spaces, currency and the `,-` of whole kroner. */
const strip = (text: string): string =>
  withoutSpaces(text)
    .replace(/^(?:kr\.?|nok)/i, '')
    .replace(/(?:kr\.?|nok)$/i, '')

const wholeKroner = /[.,][-\u2212\u2013]$/

/** Matches one to three digits, a separator and three digits: thousands in some countries, decimals in others. */
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

// regexp: linear, since each group has exactly three digits after one to three digits, between two anchors.
const groupedWhole = /^\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*$/
const ungrouped = /^\d+(?:[.,]\d+)?$/
const groupedDecimal = /^\d{1,3}(?:[.'’]\d{3})+,\d+$|^\d{1,3}(?:[,'’]\d{3})+\.\d+$/

const normalize = (bare: string, isWhole: boolean): string | null => {
  if (ungrouped.test(bare) && !(isWhole && ambiguous.test(bare))) return bare.replace(',', '.')
  if (groupedWhole.test(bare)) return bare.replaceAll(/\D/g, '')
  if (!groupedDecimal.test(bare)) return null
  const decimals = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  return `${bare.slice(0, decimals).replaceAll(/\D/g, '')}.${bare.slice(decimals + 1)}`
}

/** The two readings of an ambiguous number such as `48.200`. */
export interface AmbiguousNumber {
  readonly thousands: string
  readonly decimals: string
}

/**
 * Reads a number in Norwegian or international notation: `48 200 000,50`, `48.200.000,50`, `48,200,000.50`, `kr 500,-`, `−5`, `(5)`, `5-`.
 * Returns digits with at most one point and a leading minus; null for other texts.
 * @param isWhole is true for a whole number, where a separator before three digits can only mean thousands
 */
export const readNumber = (text: string, isWhole = false): string | AmbiguousNumber | null => {
  const all = strip(text)
  const stripped = all.replace(wholeKroner, '')
  const whole = isWhole || stripped !== all
  const [, ...signed] = negativeNumber.exec(stripped) ?? []
  const inside = signed.find((part) => part !== undefined)
  const unsigned = strip(inside ?? stripped)
  const bare = unsigned.replace(wholeKroner, '')
  if (!(whole || bare !== unsigned) && ambiguous.test(bare)) {
    return { thousands: bare.replace(/[.,]/, ''), decimals: String(Number(bare.replace(',', '.'))).replace('.', ',') }
  }
  const digits = normalize(bare, whole || bare !== unsigned)
  return digits === null || inside === undefined ? digits : `-${digits}`
}

/** Returns a typed number as digits with at most one point and a minus. Other texts, and ambiguous numbers, only lose their spaces. */
export const plainNumber = (typed: string, isWhole = false): string => {
  const read = readNumber(typed.trim().replace(/[.,]$/, ''), isWhole)
  return typeof read === 'string' ? read : withoutSpaces(typed)
}

/** Returns a year in four digits; two digits mean 1950 to 2049, as in Windows. */
const fourDigits = (year: string): string => (year.length === 2 ? `${year < '50' ? 20 : 19}${year}` : year)

/** Matches the time of day that follows a day. */
const clock = /(?:T|[ ,]{1,3}(?:kl\.? ?)?)\d{1,2}(?:[:.]\d{2}){1,2}(?:[.,]\d{1,9})?(?: ?[ap]m)?$/i

const dayPatterns = [
  /^(?<day>\d{1,2})[./\s-]+(?<month>\d{1,2})[./\s-]+(?<year>\d{4}|\d{2})\.?$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
]

/** The patterns of days without separators. `20260324` is tried first, since programs write only this order. */
const digitPatterns = [
  /^(?<year>(?:19|20|21)\d{2})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
]

/**
 * Reads a day of the years 1 to 9999 and returns it as `YYYY-MM-DD`: `24.03.2026`, `24.3.26`, `24/3 2026`, `240326`, `2026-03-24`,
 * `20260324`. A time of day after the day is dropped; a moment with a zone becomes its day in Norway. Returns null for any other text.
 */
export const readDay = (text: string): string | null => {
  const trimmed = withoutHidden(text).trim().replace(/^'+/, '')
  if (hasZone(trimmed)) return calendarDay(trimmed)
  const bare = trimmed.replace(clock, '')
  for (const pattern of [...dayPatterns, ...digitPatterns]) {
    const { year = '', month = '', day = '' } = pattern.exec(bare)?.groups ?? {}
    const found = `${fourDigits(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (year !== '' && found >= '0001' && calendarDay(found) === found) return found
  }
  return null
}

/**
 * Reads a telephone number. Restores the plus before Norway's country code if a spreadsheet dropped it, even in `4722334455.0`; other
 * country codes can't be recognised. Other texts stay unchanged.
 */
export const readPhone = (text: string, isNumber: boolean): string => {
  const phone = /^'[+\d]/.test(text) ? text.slice(1) : text
  const digits = wholeDigits(phone)
  return (isNumber || digits !== phone) && /^47\d{8}$/.test(digits) ? `+${digits}` : digits
}
