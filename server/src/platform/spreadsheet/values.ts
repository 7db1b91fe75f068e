/** Parses cells written by people and programs. Pure functions; `null` and '' never reach them. */

import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { calendarDay } from '@kontor/contract/shared/time'
import type { Cell, Column } from './columns.ts'
import { quotedCharacters } from './limits.ts'

/** A parsed cell; `remark` when the value differs from the cell's text. */
export type ReadResult<Value> = { readonly value: Value; readonly remark?: string } | { readonly problem: string }

/** Spaces of any width, used between groups of digits. */
const spaces = /[\s\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/g

const errorValue = /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|ERR!)$/

/** Whether the cell holds a formula's error. */
export const isErrorValue = (cell: Cell): boolean => typeof cell === 'string' && errorValue.test(cell)

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

/** A cell as text: whole numbers without exponent or separators, days as `YYYY-MM-DD`, booleans as Ja and Nei. */
export const asText = (cell: Exclude<Cell, null | undefined>): string => {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return cell ? 'Ja' : 'Nei'
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  if (Number.isNaN(cell.getTime())) return ''
  const [day = '', time = ''] = cell.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

const truncate = (text: string): string =>
  text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text

/** A cell's text for a message, truncated if long. */
const quote = (text: string): string => `«${truncate(text)}»`

/** A column's value as people read it, truncated if long. */
export const displayValue = (value: string | number | boolean, { kind }: Column): string => {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number') return String(value).replace('.', ',')
  return kind === 'date' ? value.split('-').reverse().join('.') : truncate(value)
}

/** The nine digits of an organisation number; accepts spaces, dots, a `NO` prefix and an `MVA` suffix. */
export const readOrganizationNumber = (text: string): ReadResult<string> => {
  const value = organizationNumberDigits(text)
  return value ? { value } : { problem: 'Ugyldig organisasjonsnummer' }
}

/** A postcode: one to three digits get their leading zeros back (150 is 0150 Oslo); anything else stays unchanged. */
export const readPostcode = (text: string): ReadResult<string> => {
  const digits = /^(?:NO?-)?(\d{1,4})$/i.exec(text.replaceAll(spaces, ''))?.[1]
  if (digits === undefined) return { value: text }
  const value = digits.padStart(4, '0')
  return value === text ? { value } : { value, remark: `${quote(text)} er lest som ${value}` }
}

/** A telephone number. In a number cell, the plus (or 00) before the country code was lost and is restored; text stays unchanged. */
export const readPhone = (cell: Exclude<Cell, null | undefined>): ReadResult<string> => {
  const text = asText(cell)
  if (typeof cell !== 'number' || !/^\d{9,15}$/.test(text)) return { value: text }
  const value = `+${text}`
  return { value, remark: `${quote(text)} er lest som ${value}` }
}

const negativeNumber = /^(?:[-\u2212\u2013](.+)|\((.+)\))$/

/** Strips spaces, currency and `,-`. */
const stripNumber = (text: string): string =>
  text
    .replaceAll(spaces, '')
    .replace(/^(?:kr\.?|nok)/i, '')
    .replace(/(?:kr\.?|nok)$/i, '')
    .replace(/[.,][-\u2212\u2013]$/, '')

/** One separator, followed by three digits and preceded by one to three: thousands in some countries, decimals in others. */
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

// regexp: groups of exactly three digits after one of at most three, between two anchors.
const groupedWhole = /^\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*$/
const ungrouped = /^\d+(?:[.,]\d+)?$/
const groupedDecimal = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:[,'’]\d{3})+\.\d+$/

/** Converts an unsigned number to digits with at most one point; null when it is not a number. */
const normalizeNumber = (bare: string): string | null => {
  if (ungrouped.test(bare) && !ambiguous.test(bare)) return bare.replace(',', '.')
  if (groupedWhole.test(bare)) return bare.replaceAll(/\D/g, '')
  if (!groupedDecimal.test(bare)) return null
  const decimals = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  return `${bare.slice(0, decimals).replaceAll(/\D/g, '')}.${bare.slice(decimals + 1)}`
}

/**
 * A number, from a number cell or from text in Norwegian or international notation: `48 200 000,50`, `48.200.000,50`,
 * `48,200,000.50`, `48200000.5`, `kr 500,-`, `−5`. Rounded to `scale` decimals. `48.200` and `48,200` are rejected as ambiguous.
 */
export const readDecimal = (cell: number | string, scale: number): ReadResult<number> => {
  if (typeof cell === 'number') return { value: Math.sign(cell) * roundNumber(Math.abs(cell), scale) || 0 }
  const text = stripNumber(cell)
  const [, afterMinus, inParentheses] = negativeNumber.exec(text) ?? []
  const unsigned = stripNumber(afterMinus ?? inParentheses ?? text)
  if (ambiguous.test(unsigned)) {
    const [thousands, decimals] = [unsigned.replace(/[.,]/, ''), String(Number(unsigned.replace(',', '.')))]
    return {
      problem: `${quote(String(cell))} kan leses på to måter; skriv ${thousands} eller ${decimals.replace('.', ',')}`,
    }
  }
  const digits = normalizeNumber(unsigned)
  if (digits === null) return { problem: `${quote(String(cell))} er ikke et tall` }
  const value = roundDigits(digits, scale)
  return { value: unsigned === text || value === 0 ? value : -value }
}

/** Rounds half up by the decimal digits: a float multiplied by 100 may fall short of the half. */
const roundDigits = (digits: string, scale: number): number => {
  const [whole = '0', fraction = ''] = digits.split('.')
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  const up = (fraction[scale] ?? '0') >= '5' ? 1n : 0n
  return Number(kept + up) / 10 ** scale
}

const roundNumber = (value: number, scale: number): number => {
  const digits = String(value)
  if (/^\d+(?:\.\d+)?$/.test(digits)) return roundDigits(digits, scale)
  return value < 1 ? 0 : value
}

/** A whole number; `1.250` and `1,250` can only mean thousands here. `12,0` is 12. */
export const readInteger = (cell: number | string): ReadResult<number> => {
  const text = typeof cell === 'string' ? stripNumber(cell) : cell
  const whole = typeof text === 'string' && ambiguous.test(text) ? text.replace(/[.,]/, '') : text
  const read = readDecimal(whole, 6)
  if ('problem' in read || !Number.isSafeInteger(read.value))
    return { problem: `${quote(String(cell))} er ikke et helt tall` }
  return read
}

/** The day, if it exists and its year is from 1 to 9999. */
const validDay = (day: string): string | null => (day < '0001' ? null : calendarDay(day))

const patterns = [
  /^(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4})(?:[T ,].*)?$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ].*)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
]

const parseDay = (text: string): string | null => {
  for (const pattern of patterns) {
    const { year, month = '', day = '' } = pattern.exec(text)?.groups ?? {}
    if (year !== undefined) return validDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  return null
}

/** Converts days since 1900 as spreadsheet programs count them, with a 29 February 1900; null beyond the year 9999. */
const serialToDay = (serial: number): string | null => {
  const days = Math.floor(serial)
  if (days < 1 || days > 2_958_465) return null
  return isoDay(new Date(Date.UTC(1899, 11, days > 60 ? 30 + days : 31 + days)))
}

/**
 * A calendar day, `YYYY-MM-DD`: a date cell, a number that lost its date format, `24.03.2026`, `24/3/2026`, `2026-03-24`,
 * `20260324`. A time of day is dropped.
 */
export const readDate = (cell: Exclude<Cell, null | undefined>): ReadResult<string> => {
  const value =
    cell instanceof Date
      ? Number.isNaN(cell.getTime())
        ? null
        : validDay(isoDay(cell))
      : ((typeof cell === 'number' && cell < 10_000_000 ? serialToDay(cell) : null) ?? parseDay(asText(cell)))
  if (value !== null) return { value }
  return {
    problem: `${quote(cell instanceof Date ? 'datoen' : asText(cell))} er ikke en dato; skriv den som dd.mm.åååå`,
  }
}

const yesWords = ['ja', 'j', 'yes', 'y', 'true', 'sann', 'sant', '1', 'x']
const noWords = ['nei', 'n', 'no', 'false', 'usann', 'usant', '0']

/** Ja or Nei in any case, or other programs' words for them; `extra` adds words. */
export const readBoolean = (
  cell: Exclude<Cell, null | undefined>,
  extra: { readonly yes?: readonly string[]; readonly no?: readonly string[] } = {},
): ReadResult<boolean> => {
  if (typeof cell === 'boolean') return { value: cell }
  const text = asText(cell)
  const isOneOf = (words: readonly string[]) => words.some((word) => word.toLowerCase() === text.toLowerCase())
  if (isOneOf([...yesWords, ...(extra.yes ?? [])])) return { value: true }
  if (isOneOf([...noWords, ...(extra.no ?? [])])) return { value: false }
  return { problem: `${quote(text)} er verken Ja eller Nei` }
}

/** One of the words, in any case. */
export const readChoice = (text: string, words: readonly string[]): ReadResult<string> => {
  const value = words.find((word) => word.toLowerCase() === text.toLowerCase())
  return value === undefined ? { problem: `${quote(text)} er ikke en av: ${words.join(', ')}` } : { value }
}
