/** The CSV format that Norwegian Excel opens on a double click: semicolons, decimal commas, UTF-8 with a byte order mark. */

import type { ListedField } from '@kontor/contract/shared/field-kinds'
import type { Charset } from '@kontor/contract/shared/imports'
import { osloWallTime } from '@kontor/contract/shared/time'
import { detectDelimiter, writeCsvStream } from 'hucre/csv'
import type { SheetRow } from './cells.ts'
import { decode, guessCharset } from './charsets.ts'
import { splitCsv } from './split-csv.ts'

/** Matches texts to escape: formulas, and formulas or numbers after apostrophes, one of which `plainText` would strip. */
const formulaStart = /^'*[=+\-@\t\r\n]|^'+\d/

/** Matches a formula or number (`+47 …`, `0150`) after an apostrophe that Kontor or another program added. */
const keptText = /^'+[=+\-@\t\r\n\d]/

/** Adds an apostrophe, so that a text isn't run as a formula and `+47 …` keeps its plus. */
const escapeText = (text: string): string => (formulaStart.test(text) ? `'${text}` : text)

const norwegianDay = (day: string): string => day.split('-').reverse().join('.')

const norwegianMoment = (instant: string): string => {
  const clock = osloWallTime(instant)
  return `${norwegianDay(clock.slice(0, 10))} ${clock.slice(11, 16)}`
}

/** Formats a value for imports and Norwegian Excel. Only texts are escaped: a negative number must stay a number. */
export const csvCell = (value: string | number | boolean | null | undefined, { kind }: ListedField): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  // The driver returns decimals as text.
  if (typeof value === 'number' || kind === 'integer' || kind === 'decimal') {
    return String(value === '' ? '' : Number(value)).replace('.', ',')
  }
  if (kind === 'date') return norwegianDay(value)
  return kind === 'moment' ? norwegianMoment(value) : escapeText(value)
}

/** Streams the headers and then the rows, with CRLF line ends. */
export const writeCsv = (headers: readonly string[], rows: AsyncIterable<string[]>): ReadableStream<Uint8Array> =>
  writeCsvStream(rows, { headers: [...headers], delimiter: ';', bom: true })

/** Characters at the start from which the delimiter is guessed. For a whole file of one long line, the library would take a minute. */
const sampleLength = 65_536

/** Matches the line in which Excel names the delimiter, before the first row. */
const delimiterLine = /^sep=(.)\r?\n/i

/** Matches a text that other programs protect from being read as a number: `="0150"`. */
const textFormula = /^="((?:[^"]|"")*)"$/

/** Returns the text of a cell without the marks that keep it from being read as a formula or a number. */
const plainText = (cell: string): string => {
  if (cell.startsWith("'")) return keptText.test(cell) ? cell.slice(1) : cell
  return cell.startsWith('="') ? (textFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell) : cell
}

const controlCharacters = /(?!\s)\p{Cc}/gu

/** Characters that may follow the text of a file: the end mark of MS-DOS, and zeros that fill up a block. */
const fileEnds = ['\0', '\u001a']

/** Strips `fileEnds` and replaces other zeros by U+FFFD. Returns null for a binary file: one with zeros and over 1 % control characters. */
const readableText = (decoded: string): string | null => {
  let end = decoded.length
  while (fileEnds.includes(decoded[end - 1] ?? '')) end -= 1
  const text = decoded.slice(0, end)
  if (!text.includes('\0')) return text
  const sample = text.slice(0, sampleLength)
  const controls = sample.match(controlCharacters)?.length ?? 0
  return controls > 1 && controls > sample.length / 100 ? null : text.replaceAll('\0', '\ufffd')
}

/** Reads a CSV file. Returns its rows and the charset it was decoded with, or null if the file isn't text. */
export const readCsv = (
  bytes: Uint8Array,
  charset: Charset = guessCharset(bytes),
): { readonly charset: Charset; readonly rows: () => Generator<SheetRow> } | null => {
  const text = readableText(decode(bytes, charset))
  if (text === null) return null
  const [noted, delimiter] = delimiterLine.exec(text) ?? []
  const body = text.slice(noted?.length ?? 0)
  const hasUnreadable = body.includes('\ufffd')
  return {
    charset,
    *rows() {
      let row = noted ? 1 : 0
      for (const { cells, isCut } of splitCsv(body, delimiter ?? detectDelimiter(body.slice(0, sampleLength)))) {
        row += 1
        const notes = [
          ...(isCut ? ['Et anførselstegn står midt i en celle; se om teksten er hel'] : []),
          ...(hasUnreadable && cells.some((cell) => cell.includes('\ufffd'))
            ? ['Et tegn kunne ikke leses (\ufffd)']
            : []),
        ]
        yield { row, cells: cells.map(plainText), ...(notes.length > 0 && { notes }) }
      }
    },
  }
}
