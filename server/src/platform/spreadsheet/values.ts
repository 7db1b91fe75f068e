/** What people and programs write in cells, and what it means. Pure functions; `null` and '' never reach them. */

import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { calendarDay } from '@kontor/contract/shared/time'
import type { Cell } from './columns.ts'
import { quotedCharacters } from './limits.ts'

/** What a cell says; `remark` where that is not what stood there. */
export type Read<Value> = { readonly value: Value; readonly remark?: string } | { readonly problem: string }

/** Spaces of any width, which people put between groups of digits. */
const spaces = /[\s\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/g

const errorValues = /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|ERR!)$/

/** Whether a formula of the file has no result. */
export const isErrorValue = (cell: Cell): boolean => typeof cell === 'string' && errorValues.test(cell)

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

/** What a cell says as text: whole numbers without exponent or separators, days as `YYYY-MM-DD`, truth as Ja and Nei. */
export const asText = (cell: Exclude<Cell, null | undefined>): string => {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'boolean') return cell ? 'Ja' : 'Nei'
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  if (Number.isNaN(cell.getTime())) return ''
  const [day = '', time = ''] = cell.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`
}

/** A cell's text for a message, cut where it is long. */
const quoted = (text: string): string =>
  `«${text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text}»`

/** The nine digits of an organisation number, which may come with spaces, dots, `NO` before and `MVA` behind. */
export const readOrganizationNumber = (text: string): Read<string> => {
  const value = organizationNumberDigits(text)
  return value ? { value } : { problem: 'Ugyldig organisasjonsnummer' }
}

/** A postcode: one to three digits have lost the zeros before them (150 is 0150 Oslo); anything else stays as it is. */
export const readPostcode = (text: string): Read<string> => {
  const digits = /^(?:NO?-)?(\d{1,4})$/i.exec(text.replaceAll(spaces, ''))?.[1]
  if (digits === undefined) return { value: text }
  const value = digits.padStart(4, '0')
  return value === text ? { value } : { value, remark: `${quoted(text)} er lest som ${value}` }
}

/**
 * A telephone number. Where the file has it as a number, the plus (or 00) before the country was lost and is put back;
 * text stays as it is.
 */
export const readPhone = (cell: Exclude<Cell, null | undefined>): Read<string> => {
  const text = asText(cell)
  if (typeof cell !== 'number' || !/^\d{9,15}$/.test(text)) return { value: text }
  const value = `+${text}`
  return { value, remark: `${quoted(text)} er lest som ${value}` }
}

const negative = /^(?:[-\u2212\u2013](.+)|\((.+)\))$/

/** Without what people write around numbers: spaces, currency, `,-`. */
const bareNumber = (text: string): string =>
  text
    .replaceAll(spaces, '')
    .replace(/^(?:kr\.?|nok)/i, '')
    .replace(/(?:kr\.?|nok)$/i, '')
    .replace(/[.,][-\u2212\u2013]$/, '')

/** One separator with three digits behind and one to three before it: thousands in one country, decimals in the other. */
const ambiguous = /^[1-9]\d{0,2}[.,]\d{3}$/

const groups = /^\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*$/
const plain = /^\d+(?:[.,]\d+)?$/
const grouped = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:[,'’]\d{3})+\.\d+$/

/** An unsigned number as digits with at most one point; null when it is none. */
const canonical = (bare: string): string | null => {
  if (plain.test(bare) && !ambiguous.test(bare)) return bare.replace(',', '.')
  if (groups.test(bare)) return bare.replaceAll(/\D/g, '')
  if (!grouped.test(bare)) return null
  const decimals = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  return `${bare.slice(0, decimals).replaceAll(/\D/g, '')}.${bare.slice(decimals + 1)}`
}

/**
 * A number as it stands (a number cell) or as people write it, Norwegian or international: `48 200 000,50`, `48.200.000,50`,
 * `48,200,000.50`, `48200000.5`, `kr 500,-`, `−5`. Rounded to `scale` decimals. `48.200` and `48,200` are refused: they are
 * read in two ways.
 */
export const readDecimal = (cell: number | string, scale: number): Read<number> => {
  if (typeof cell === 'number') return { value: Math.sign(cell) * roundedNumber(Math.abs(cell), scale) || 0 }
  const text = bareNumber(cell)
  const [, afterMinus, inParentheses] = negative.exec(text) ?? []
  const unsigned = bareNumber(afterMinus ?? inParentheses ?? text)
  if (ambiguous.test(unsigned)) {
    const [thousands, decimals] = [unsigned.replace(/[.,]/, ''), String(Number(unsigned.replace(',', '.')))]
    return {
      problem: `${quoted(String(cell))} kan leses på to måter; skriv ${thousands} eller ${decimals.replace('.', ',')}`,
    }
  }
  const digits = canonical(unsigned)
  if (digits === null) return { problem: `${quoted(String(cell))} er ikke et tall` }
  const value = rounded(digits, scale)
  return { value: unsigned === text || value === 0 ? value : -value }
}

/** Half up, by the digits: a float that is multiplied by 100 may fall short of the half. */
const rounded = (digits: string, scale: number): number => {
  const [whole = '0', fraction = ''] = digits.split('.')
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
  const up = (fraction[scale] ?? '0') >= '5' ? 1n : 0n
  return Number(kept + up) / 10 ** scale
}

const roundedNumber = (value: number, scale: number): number => {
  const digits = String(value)
  if (/^\d+(?:\.\d+)?$/.test(digits)) return rounded(digits, scale)
  return value < 1 ? 0 : value
}

/** A whole number; `1.250` and `1,250` can only mean thousands here. `12,0` is 12. */
export const readInteger = (cell: number | string): Read<number> => {
  const text = typeof cell === 'string' ? bareNumber(cell) : cell
  const whole = typeof text === 'string' && ambiguous.test(text) ? text.replace(/[.,]/, '') : text
  const read = readDecimal(whole, 6)
  if ('problem' in read || !Number.isSafeInteger(read.value))
    return { problem: `${quoted(String(cell))} er ikke et helt tall` }
  return read
}

/** The day when there is such a day, of the years 1 to 9999. */
const possible = (day: string): string | null => (day < '0001' ? null : calendarDay(day))

const patterns = [
  /^(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4})(?:[T ,].*)?$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ].*)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
]

const dayOfText = (text: string): string | null => {
  for (const pattern of patterns) {
    const { year, month = '', day = '' } = pattern.exec(text)?.groups ?? {}
    if (year !== undefined) return possible(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  return null
}

/** Days since 1900 as spreadsheet programs count them, with their 29 February 1900; null beyond the year 9999. */
const dayOfSerial = (serial: number): string | null => {
  const days = Math.floor(serial)
  if (days < 1 || days > 2_958_465) return null
  return isoDay(new Date(Date.UTC(1899, 11, days > 60 ? 30 + days : 31 + days)))
}

/**
 * A calendar day, `YYYY-MM-DD`: a date cell, a number that lost its date format, `24.03.2026`, `24/3/2026`, `2026-03-24`,
 * `20260324`. A time of day is left out.
 */
export const readDate = (cell: Exclude<Cell, null | undefined>): Read<string> => {
  const value =
    cell instanceof Date
      ? Number.isNaN(cell.getTime())
        ? null
        : possible(isoDay(cell))
      : ((typeof cell === 'number' && cell < 10_000_000 ? dayOfSerial(cell) : null) ?? dayOfText(asText(cell)))
  if (value !== null) return { value }
  return {
    problem: `${quoted(cell instanceof Date ? 'datoen' : asText(cell))} er ikke en dato; skriv den som dd.mm.åååå`,
  }
}

const yesWords = ['ja', 'j', 'yes', 'y', 'true', 'sann', 'sant', '1', 'x']
const noWords = ['nei', 'n', 'no', 'false', 'usann', 'usant', '0']

/** Ja or Nei in any case, or what other programs write for them; `more` are further words. */
export const readBoolean = (
  cell: Exclude<Cell, null | undefined>,
  more: { readonly yes?: readonly string[]; readonly no?: readonly string[] } = {},
): Read<boolean> => {
  if (typeof cell === 'boolean') return { value: cell }
  const text = asText(cell)
  const says = (words: readonly string[]) => words.some((word) => word.toLowerCase() === text.toLowerCase())
  if (says([...yesWords, ...(more.yes ?? [])])) return { value: true }
  if (says([...noWords, ...(more.no ?? [])])) return { value: false }
  return { problem: `${quoted(text)} er verken Ja eller Nei` }
}

/** One of the words, in any case. */
export const readChoice = (text: string, words: readonly string[]): Read<string> => {
  const value = words.find((word) => word.toLowerCase() === text.toLowerCase())
  return value === undefined ? { problem: `${quoted(text)} er ikke en av: ${words.join(', ')}` } : { value }
}
