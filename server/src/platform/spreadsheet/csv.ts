/** CSV as Norwegian Excel opens it on a double click: semicolons, decimal commas, UTF-8 with a byte order mark. */

import { osloWallTime } from '@kontor/contract/shared/time'
import { streamCsvRows, writeCsvStream } from 'hucre/csv'
import type { ExportColumn } from './columns.ts'

/** What spreadsheet programs read as a formula, also behind apostrophes that were added before. */
const formulaStart = /^'*[=+\-@\t\r\n]/

/** An apostrophe keeps a text from being run as a formula, and `+47 …` from losing its plus. */
const escapeText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

const unescapeText = (text: string): string => (text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text)

const norwegianDay = (day: string): string => day.split('-').reverse().join('.')

const norwegianMoment = (instant: string): string => {
  const clock = osloWallTime(instant)
  return `${norwegianDay(clock.slice(0, 10))} ${clock.slice(11, 16)}`
}

/** A value as imports and Norwegian Excel read it. Only texts are escaped: a negative number must stay a number. */
export const csvCell = (value: string | number | boolean | null | undefined, { kind }: ExportColumn): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  // The driver returns decimals as text.
  if (typeof value === 'number' || kind === 'integer' || kind === 'decimal') {
    return String(value === '' ? '' : Number(value)).replace('.', ',')
  }
  if (kind === 'date') return norwegianDay(value)
  return kind === 'moment' ? norwegianMoment(value) : escapeText(value)
}

/** Streams rows of cells below their headers, with CRLF line ends. */
export const writeCsv = (headers: readonly string[], rows: AsyncIterable<string[]>): ReadableStream<Uint8Array> =>
  writeCsvStream(rows, { headers: [...headers], delimiter: ';', bom: true })

/** Excel's own note of the delimiter, before the first row. */
const delimiterLine = /^sep=(.)\r?\n/i

/**
 * The text of a file: UTF-8 or, with a byte order mark, UTF-16, which Excel calls Unicode text; else Windows-1252. Null if it is not a
 * text at all.
 */
const decodeText = (bytes: Uint8Array): string | null => {
  const decode = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes)
  const readAny = (): string => {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le')
    try {
      return decode('utf-8', true)
    } catch {
      return decode('windows-1252')
    }
  }
  const text = readAny()
  return text.includes('\0') ? null : text
}

/** The rows of a CSV file with any common delimiter, with their row numbers as a spreadsheet program shows them; null if it is no text. */
export const readCsv = (bytes: Uint8Array): (() => Generator<{ row: number; cells: string[] }>) | null => {
  const text = decodeText(bytes)
  if (text === null) return null
  const [noted, delimiter] = delimiterLine.exec(text) ?? []
  return function* rows() {
    let row = noted ? 1 : 0
    for (const cells of streamCsvRows(text.slice(noted?.length ?? 0), delimiter ? { delimiter } : {})) {
      row += 1
      yield { row, cells: cells.map((cell) => unescapeText(String(cell ?? ''))) }
    }
  }
}
