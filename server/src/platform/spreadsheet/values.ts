/** Parses cells written by people and programs. Pure functions; `null` and '' never reach them. */

import type { Field } from '@kontor/contract/shared/field-kinds'
import { organizationNumberDigits, wholeDigits } from '@kontor/contract/shared/orgnr'
import { readPhone as phoneOf, readDay, readNumber, withoutSpaces } from '@kontor/contract/shared/read-values'
import { decodeSafely } from '../http/private-paths.ts'
import type { Cell } from './columns.ts'
import { quotedCharacters } from './limits.ts'

/** A parsed cell, or the problem with it. `remark` is set when the value differs from the cell's text. */
export type ReadResult<Value> = { readonly value: Value; readonly remark?: string } | { readonly problem: string }

const errorValue = /^#(?:N\/A|NAME\?|(?:NULL|DIV\/0|VALUE|REF|NUM|ERR|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY)!)$/

/** Returns true if the cell holds a formula's error. */
export const isErrorValue = (cell: Cell): boolean => typeof cell === 'string' && errorValue.test(cell)

const isoDay = (date: Date): string => date.toISOString().slice(0, 10)

/** Converts a cell to text: whole numbers without exponent or separators, days as `YYYY-MM-DD`, booleans as Ja and Nei. */
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

/** Quotes a cell's text for a message, truncated if long. */
export const quote = (text: string): string => `«${truncate(text)}»`

/** Formats a value for people, truncated if long. */
export const displayValue = (value: string | number | boolean, { kind }: Field): string => {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number') return String(value).replace('.', ',')
  return kind === 'date' ? value.split('-').reverse().join('.') : truncate(value)
}

/** Reads an organisation number's nine digits; accepts spaces, dots, a `NO` prefix and an `MVA` suffix. */
export const readOrganizationNumber = (text: string): ReadResult<string> => {
  const value = organizationNumberDigits(text)
  return value ? { value } : { problem: 'Ugyldig organisasjonsnummer' }
}

/** Reads a postcode: one to three digits get their leading zeros back (150 is 0150 Oslo). Texts that aren't postcodes stay unchanged. */
export const readPostcode = (text: string): ReadResult<string> => {
  const digits = /^(?:NO?-)?(\d{1,4})$/i.exec(wholeDigits(withoutSpaces(text)))?.[1]
  if (digits === undefined) return { value: text }
  const value = digits.padStart(4, '0')
  return value === text ? { value } : { value, remark: `${quote(text)} er lest som ${value}` }
}

/** Reads a telephone number. A number cell has lost the plus before the country code. It can be restored only for Norway. */
export const readPhone = (cell: Exclude<Cell, null | undefined>): ReadResult<string> => {
  const text = asText(cell)
  const value = phoneOf(text, typeof cell === 'number')
  return value === text ? { value } : { value, remark: `${quote(text)} er lest som ${value}` }
}

/** Match a text that is only an address, and the start of a link, whose characters may be percent-encoded. */
const [plainAddress, linkStart] = [/^[\w.+-]+@[\w-]+(?:\.[\w-]+)*$/, /^mailto:/i]

/** Matches the characters around addresses in links, in lists and after names. */
const aroundAddresses = /[\s<>()[\]",;:?“”„«»]+/

/** Match the domain of an address, the separators between two addresses, and quotes after an address. */
const [domainStart, between, quotes] = [/^[\p{L}\p{M}\p{N}.-]*/u, /^[/|&+.]+/, /^['’]+/]

/** Finds the addresses in a text without spaces, such as `a@x.no/b@x.no`. */
const addressesIn = (text: string): string[] => {
  let [local = '', ...pieces] = text.split('@')
  return pieces.map((piece, index) => {
    const domain = domainStart.exec(piece)?.[0] ?? ''
    const rest = piece.slice(domain.length)
    // Skips the first address, which may itself begin with such a character.
    if (index > 0) local = local.replace(quotes, '').replace(between, '')
    const name = quotes.test(rest) ? local.replace(quotes, '') : local
    local = rest
    return `${name.replace(/^\.+/, '')}@${domain.replace(/\.$/, '')}`
  })
}

/** Reads an e-mail address. Also finds it in a link, after a name, or as the first of several. */
export const readEmail = (text: string): { readonly value: string; readonly remark?: string } => {
  if (plainAddress.test(text)) return { value: text }
  const written = linkStart.test(text) ? decodeSafely(text) : text
  const [first, ...others] = new Set(written.split(aroundAddresses).flatMap(addressesIn))
  if (first === undefined || (first === text && others.length === 0)) return { value: text }
  const remark =
    others.length > 0
      ? `Bare ${first} er lest; ikke ${truncate(others.join(', '))}`
      : `${quote(text)} er lest som ${first}`
  return { value: first, remark }
}

/** Reads a number cell, or a text by `readNumber`, and rounds the number to `scale` decimals. Rejects ambiguous texts. */
export const readDecimal = (cell: number | string, scale: number, isWhole = false): ReadResult<number> => {
  if (typeof cell === 'number') return { value: Math.sign(cell) * roundNumber(Math.abs(cell), scale) || 0 }
  const read = readNumber(cell, isWhole)
  if (read === null) return { problem: `${quote(cell)} er ikke et tall` }
  if (typeof read !== 'string') {
    return { problem: `${quote(cell)} kan leses på to måter; skriv ${read.thousands} eller ${read.decimals}` }
  }
  const value = roundDigits(read.replace('-', ''), scale)
  return { value: read.startsWith('-') && value !== 0 ? -value : value }
}

/** Rounds half up by the decimal digits. Multiplication is inexact: 1.005 * 100 is just below 100.5. */
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

/** Reads a whole number: `1.250` and `1,250` can only mean thousands here, and `12,0` is 12. */
export const readInteger = (cell: number | string): ReadResult<number> => {
  const read = readDecimal(cell, 6, true)
  if ('problem' in read || !Number.isSafeInteger(read.value))
    return { problem: `${quote(String(cell))} er ikke et helt tall` }
  return read
}

/** Days between the first days of 1900 and 1904, as spreadsheet programs count them. */
const daysTo1904 = 1_462

/** Numbers from here on are read as the digits of a date (24032026). As days since 1900 they would be after the year 2173. */
const firstDigits = 100_000

/** Converts days since 1900 as spreadsheet programs count them: with a 29 February 1900, which never existed. */
const serialToDay = (serial: number): string | null => {
  const days = Math.floor(serial)
  if (days < 1) return null
  return isoDay(new Date(Date.UTC(1899, 11, days > 60 ? 30 + days : 31 + days)))
}

/** Reads a day as `YYYY-MM-DD` from a date cell, from a number that lost its date format or leading zero, or from a text by `readDay`. */
export const readDate = (cell: Exclude<Cell, null | undefined>, is1904 = false): ReadResult<string> => {
  const value =
    cell instanceof Date
      ? Number.isNaN(cell.getTime())
        ? null
        : readDay(isoDay(cell))
      : typeof cell === 'number' && cell < firstDigits
        ? serialToDay(cell + (is1904 ? daysTo1904 : 0))
        : readDay(typeof cell === 'number' ? asText(cell).replace(/^\d{7}$/, '0$&') : asText(cell))
  if (value !== null) return { value }
  return {
    problem: `${quote(cell instanceof Date ? 'datoen' : asText(cell))} er ikke en dato; skriv den som dd.mm.åååå`,
  }
}

const yesWords = ['ja', 'j', 'yes', 'y', 'true', 'sann', 'sant', '1', 'x']
const noWords = ['nei', 'n', 'no', 'false', 'usann', 'usant', '0']

/** Reads Ja or Nei, or the words of other programs, ignoring case; `extra` adds words. */
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

/** Reads one of the words, ignoring case. */
export const readChoice = (text: string, words: readonly string[]): ReadResult<string> => {
  const value = words.find((word) => word.toLowerCase() === text.toLowerCase())
  return value === undefined ? { problem: `${quote(text)} er ikke en av: ${words.join(', ')}` } : { value }
}
