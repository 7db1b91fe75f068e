import type { Columns } from './columns.ts'
import type { SheetRow } from './sheet.ts'
import { asText } from './values.ts'

/** How many rows may stand above the headers: titles, dates, logos. */
const searchedRows = 10

/** What the headers of a file say. */
export interface Header {
  /** The number of the row, from 1. */
  readonly row: number
  /** The entity's field for each column of the file; undefined where the header says nothing to us. */
  readonly keys: readonly (string | undefined)[]
  /** Headers that were not understood, or name a column that is there already. */
  readonly unknown: readonly string[]
}

/** A header without what people write differently: case, spaces, punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const knownNames = (columns: Columns): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(columns).flatMap(([key, { label, synonyms = [] }]) =>
      [label, key, ...synonyms].map((name): [string, string] => [plain(name), key]),
    ),
  )

const readHeader = ({ row, cells }: SheetRow, names: ReadonlyMap<string, string>): Header => {
  const keys: (string | undefined)[] = []
  const unknown: string[] = []
  for (const cell of cells) {
    const text = cell === null || cell === undefined ? '' : asText(cell)
    const key = names.get(plain(text))
    const isNew = key !== undefined && !keys.includes(key)
    keys.push(isNew ? key : undefined)
    if (!isNew && text !== '') unknown.push(text.slice(0, 100))
  }
  return { row, keys, unknown }
}

const count = ({ keys }: Header): number => keys.filter((key) => key !== undefined).length

/**
 * The row of headers: of the first ten rows, the one that names most columns. Undefined when none names any of `wanted`,
 * without which a file has nothing to import.
 */
export const findHeader = (
  rows: readonly SheetRow[],
  columns: Columns,
  wanted: readonly string[],
): Header | undefined => {
  const names = knownNames(columns)
  const headers = rows.slice(0, searchedRows).map((row) => readHeader(row, names))
  const best = headers.reduce<Header | undefined>(
    (found, header) => (found === undefined || count(header) > count(found) ? header : found),
    undefined,
  )
  return best?.keys.some((key) => key !== undefined && wanted.includes(key)) ? best : undefined
}
