import { DecryptionError, EncryptedFileError, readXls } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import { checkArchive } from './archive.ts'
import type { Cell } from './columns.ts'
import { readCsv } from './csv.ts'
import { maxCellCharacters, maxColumns } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

/** A row of a sheet; `row` is the spreadsheet's row number, from 1. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
}

/** A sheet of a file; its rows can be read repeatedly. */
export interface Sheet {
  rows(): AsyncGenerator<SheetRow>
}

const zipMagic = [0x50, 0x4b, 0x03, 0x04]
const compoundMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, position) => bytes[position] === byte)

/** The first record of an .xls workbook of Excel 97 and later. */
const workbookStart = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00])
const filePass = 0x2f

/** Whether an .xls file is encrypted, by one of its workbook's first records: the library does not check. */
const hasPassword = (bytes: Buffer): boolean => {
  const start = bytes.indexOf(workbookStart)
  if (start < 0) return false
  let at = start
  for (let record = 0; record < 8 && at + 4 <= bytes.length; record += 1) {
    if (bytes.readUInt16LE(at) === filePass) return true
    at += 4 + bytes.readUInt16LE(at + 2)
  }
  return false
}

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

const checkLimits = (row: number, cells: readonly Cell[]): SheetRow => {
  const width = cells.findLastIndex(isFilled) + 1
  if (width > maxColumns) throw new UnreadableSpreadsheet('tooManyColumns', String(row))
  if (cells.some((cell) => typeof cell === 'string' && cell.length > maxCellCharacters)) {
    throw new UnreadableSpreadsheet('cellTooLong', String(row))
  }
  return { row, cells: width === cells.length ? cells : cells.slice(0, width) }
}

const streamSheet = (bytes: Uint8Array, sheet: number): Sheet => ({
  async *rows() {
    try {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet })) yield checkLimits(index + 1, values)
    } catch (error) {
      throw toUnreadable(error)
    }
  },
})

const sheetInMemory = (rows: readonly (readonly Cell[] | undefined)[]): Sheet => ({
  async *rows() {
    for (const [index, cells] of rows.entries()) if (cells) yield checkLimits(index + 1, cells)
  },
})

const csvSheet = (bytes: Uint8Array): Sheet => {
  const read = readCsv(bytes)
  if (!read) throw new UnreadableSpreadsheet('notCsv')
  return {
    async *rows() {
      for (const { row, cells } of read()) yield checkLimits(row, cells)
    },
  }
}

/**
 * Opens a file by its content, not its name, and returns its sheets in order. Uses memory for the unpacked file: call it in the reader
 * thread.
 * @param takesCsv reads any other text as CSV
 * @throws UnreadableSpreadsheet, also while reading rows
 */
export const openSheets = async (bytes: Buffer, takesCsv: boolean): Promise<Sheet[]> => {
  if (bytes.length === 0) throw new UnreadableSpreadsheet('empty')
  if (startsWith(bytes, zipMagic)) {
    const sheets = checkArchive(bytes)
    return Array.from({ length: sheets }, (_, sheet) => streamSheet(bytes, sheet))
  }
  if (!startsWith(bytes, compoundMagic)) {
    if (takesCsv) return [csvSheet(bytes)]
    throw new UnreadableSpreadsheet('notASpreadsheet')
  }
  // A password-protected .xlsx file is wrapped in the old container format.
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) || hasPassword(bytes)) {
    throw new UnreadableSpreadsheet('encrypted')
  }
  const workbook = await readXls(bytes).catch((error: unknown) => {
    throw toUnreadable(error)
  })
  return workbook.sheets.map(({ rows }) => sheetInMemory(rows))
}
