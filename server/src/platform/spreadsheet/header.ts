import type { Fields } from '@kontor/contract/shared/field-kinds'
import type { ChosenColumns } from '@kontor/contract/shared/imports'
import type { SheetRow } from './cells.ts'
import type { Cell } from './columns.ts'
import { asText } from './values.ts'

export interface Header {
  readonly row: number
  /** The entity's field for each column of the file; undefined for unknown headers. */
  readonly keys: readonly (string | undefined)[]
  /** Each column's header as written in the file, truncated; '' if it has none. */
  readonly texts: readonly string[]
  /** Unknown and duplicate headers. */
  readonly unknown: readonly string[]
}

/** Headers are truncated to this many characters. */
const maxHeaderCharacters = 100

/** Lower-cases a header and strips spaces and punctuation, so that such differences don't matter. */
const normalizeHeader = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const knownNames = (columns: Fields): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(columns).flatMap(([key, { label, synonyms = [] }]) =>
      [label, key, ...synonyms].map((name): [string, string] => [normalizeHeader(name), key]),
    ),
  )

const readHeader = ({ row, cells }: SheetRow, names: ReadonlyMap<string, string>): Header => {
  const keys: (string | undefined)[] = []
  const texts: string[] = []
  const unknown: string[] = []
  for (const cell of cells) {
    const text = cell === null || cell === undefined ? '' : asText(cell)
    const key = names.get(normalizeHeader(text))
    const isNew = key !== undefined && !keys.includes(key)
    keys.push(isNew ? key : undefined)
    texts.push(text.slice(0, maxHeaderCharacters))
    if (!isNew && text !== '') unknown.push(text.slice(0, maxHeaderCharacters))
  }
  return { row, keys, texts, unknown }
}

const isFilled = (cell: Cell): boolean => cell !== null && cell !== undefined && cell !== ''

/** Returns the header in the first row with the most filled cells: the likeliest header row if no column is known. */
export const widestHeader = (rows: readonly SheetRow[], columns: Fields): Header | undefined => {
  const countFilled = ({ cells }: SheetRow): number => cells.filter(isFilled).length
  const [widest] = rows.toSorted((a, b) => countFilled(b) - countFilled(a))
  return widest && readHeader(widest, knownNames(columns))
}

/** Reads the headers from the row that the user chose. */
export const headerAt = (row: SheetRow, columns: Fields): Header => readHeader(row, knownNames(columns))

/** Assigns the chosen fields to the columns, in place of those that the headers name. Then no header is unknown. */
export const withChosen = (header: Header, chosen: ChosenColumns): Header => ({
  ...header,
  keys: chosen.map((field) => field ?? undefined),
  unknown: [],
})

/** Maximum characters of a sample. */
const maxSampleCharacters = 60

/** Returns the first value below each header in these rows, truncated; '' for a header without values. */
export const samplesOf = ({ row, texts }: Header, rows: readonly SheetRow[]): string[] =>
  texts.map((_, position) => {
    const cell = rows.find((other) => other.row > row && isFilled(other.cells[position]))?.cells[position]
    return cell === null || cell === undefined ? '' : asText(cell).slice(0, maxSampleCharacters)
  })

const countKnown = ({ keys }: Header): number => keys.filter((key) => key !== undefined).length

/**
 * Returns the header in the row with the most known columns. Returns undefined if these include none of `requiredAnyOf`: a file without them can't
 * be imported.
 */
export const findHeader = (
  rows: readonly SheetRow[],
  columns: Fields,
  requiredAnyOf: readonly string[],
): Header | undefined => {
  const names = knownNames(columns)
  const [best] = rows.map((row) => readHeader(row, names)).sort((a, b) => countKnown(b) - countKnown(a))
  return best?.keys.some((key) => key !== undefined && requiredAnyOf.includes(key)) ? best : undefined
}
