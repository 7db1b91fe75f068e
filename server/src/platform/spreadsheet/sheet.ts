import { visibleText } from '@kontor/contract/shared/composed'
import type { Charset } from '@kontor/contract/shared/imports'
import { DecryptionError, EncryptedFileError, readXls } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import { columnLetters, type SheetRow, uncalculated } from './cells.ts'
import type { Cell } from './columns.ts'
import { readCsv } from './csv.ts'
import { maxCellCharacters, maxColumns } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'
import { findUncalculated, openWorkbook } from './workbook.ts'
import { readXlsFacts } from './xls-facts.ts'

/** A sheet of a file; its rows can be read repeatedly. */
export interface Sheet {
  /** Null for a file that has no sheets. */
  readonly name: string | null
  readonly isHidden: boolean
  /** True if the file counts dates in days from 1904 instead of 1900. */
  readonly is1904: boolean
  rows(): AsyncGenerator<SheetRow>
}

/** A file's sheets in order, and the charset of a text file. */
export interface OpenedSheets {
  readonly sheets: readonly Sheet[]
  readonly charset: Charset | null
}

const zipMagic = [0x50, 0x4b, 0x03, 0x04]
const compoundMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, position) => bytes[position] === byte)

/** Maps the library's errors to ours. */
const toUnreadable = (error: unknown): unknown => {
  if (error instanceof UnreadableSpreadsheet) return error
  if (error instanceof EncryptedFileError || error instanceof DecryptionError) {
    return new UnreadableSpreadsheet('encrypted')
  }
  if (!(error instanceof Error)) return error
  if (error.message.includes('exceeds limit') || error.message.includes('cells, over the')) {
    return new UnreadableSpreadsheet('tooMuch')
  }
  return new UnreadableSpreadsheet(error.message.includes('Unsupported XLS version') ? 'oldFormat' : 'broken')
}

const isFilled = (cell: Cell): boolean => cell !== null && cell !== undefined && cell !== ''

const visibleCell = (cell: Cell): Cell => (typeof cell === 'string' ? visibleText(cell) : cell)

/** Returns a row's cells with their visible text, up to the last filled cell within `maxColumns`. Adds a remark if any were left out. */
const toRow = (row: number, values: readonly Cell[], notes: readonly string[] = []): SheetRow => {
  if (values.some((cell) => typeof cell === 'string' && cell.length > maxCellCharacters)) {
    throw new UnreadableSpreadsheet('cellTooLong', String(row))
  }
  const width = values.findLastIndex(isFilled) + 1
  const cells = values.slice(0, Math.min(width, maxColumns)).map(visibleCell)
  if (width <= maxColumns) return notes.length > 0 ? { row, cells, notes } : { row, cells }
  return {
    row,
    cells: cells.slice(0, cells.findLastIndex(isFilled) + 1),
    notes: [...notes, `Celler fra kolonne ${columnLetters(maxColumns)} og utover blir ikke lest`],
  }
}

/** Sets the cells whose formulas were never calculated to `uncalculated`. */
const withUncalculated = (row: number, values: readonly Cell[], places: ReadonlySet<string>): readonly Cell[] =>
  places.size === 0
    ? values
    : values.map((cell, at) => (places.has(`${columnLetters(at)}${row}`) ? uncalculated : cell))

const xlsxSheets = (file: Buffer): Sheet[] => {
  const { bytes, sheets, is1904 } = openWorkbook(file)
  return sheets.map(({ name, isHidden, entry }, sheet) => {
    let places: Promise<ReadonlySet<string>> | undefined
    return {
      name,
      isHidden,
      is1904,
      async *rows() {
        places ??= findUncalculated(bytes, entry)
        const found = await places
        try {
          for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
            yield toRow(index + 1, withUncalculated(index + 1, values, found))
          }
        } catch (error) {
          throw toUnreadable(error)
        }
      },
    }
  })
}

const xlsSheets = async (bytes: Buffer): Promise<Sheet[]> => {
  const { is1904, sheets } = readXlsFacts(bytes)
  const workbook = await readXls(bytes).catch((error: unknown) => {
    throw toUnreadable(error)
  })
  return workbook.sheets.map(({ name, rows }, sheet) => ({
    name,
    isHidden: sheets[sheet]?.isHidden ?? false,
    is1904,
    async *rows() {
      const places = sheets[sheet]?.uncalculated ?? new Set<string>()
      for (const [index, cells = []] of rows.entries())
        yield toRow(index + 1, withUncalculated(index + 1, cells, places))
    },
  }))
}

const csvSheets = (bytes: Uint8Array, chosen: Charset | undefined): OpenedSheets => {
  const file = readCsv(bytes, chosen)
  if (!file) throw new UnreadableSpreadsheet('notCsv')
  const sheet: Sheet = {
    name: null,
    isHidden: false,
    is1904: false,
    async *rows() {
      for (const { row, cells, notes } of file.rows()) yield toRow(row, cells, notes)
    },
  }
  return { sheets: [sheet], charset: file.charset }
}

/**
 * Opens a file by its content, not its name. Holds the unpacked file in memory: call it in the reader thread.
 * @param takesCsv true to read a file of any other format as CSV, in `charset` or else in a guessed charset
 * @throws UnreadableSpreadsheet, also while reading rows
 */
export const openSheets = async (bytes: Buffer, takesCsv: boolean, charset?: Charset): Promise<OpenedSheets> => {
  if (bytes.length === 0) throw new UnreadableSpreadsheet('empty')
  if (startsWith(bytes, zipMagic)) return { sheets: xlsxSheets(bytes), charset: null }
  if (!startsWith(bytes, compoundMagic)) {
    if (takesCsv) return csvSheets(bytes, charset)
    throw new UnreadableSpreadsheet('notASpreadsheet')
  }
  // A password-protected .xlsx file is wrapped in the old container format.
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new UnreadableSpreadsheet('encrypted')
  return { sheets: await xlsSheets(bytes), charset: null }
}
