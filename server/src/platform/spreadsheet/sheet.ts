import { DecryptionError, EncryptedFileError, readXls } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import { checkArchive } from './archive.ts'
import type { Cell } from './columns.ts'
import { maxCellCharacters, maxColumns } from './limits.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

/** A row of a sheet; `row` as the spreadsheet program numbers it, from 1. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
}

/** A sheet of a file; its rows can be read again and again. */
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

/** Whether an .xls file is encrypted: one of the first records of its workbook says so, and the library does not look. */
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

/** What the library says of a file, in our words. */
const explain = (error: unknown): unknown => {
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

const within = (row: number, cells: readonly Cell[]): SheetRow => {
  const width = cells.findLastIndex(isFilled) + 1
  if (width > maxColumns) throw new UnreadableSpreadsheet('tooManyColumns', String(row))
  if (cells.some((cell) => typeof cell === 'string' && cell.length > maxCellCharacters)) {
    throw new UnreadableSpreadsheet('cellTooLong', String(row))
  }
  return { row, cells: width === cells.length ? cells : cells.slice(0, width) }
}

const streamed = (bytes: Uint8Array, sheet: number): Sheet => ({
  async *rows() {
    try {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet })) yield within(index + 1, values)
    } catch (error) {
      throw explain(error)
    }
  },
})

const inMemory = (rows: readonly (readonly Cell[] | undefined)[]): Sheet => ({
  async *rows() {
    for (const [index, cells] of rows.entries()) if (cells) yield within(index + 1, cells)
  },
})

const whole = async (bytes: Uint8Array): Promise<Sheet[]> => {
  const workbook = await readXls(bytes).catch((error: unknown) => {
    throw explain(error)
  })
  return workbook.sheets.map(({ rows }) => inMemory(rows))
}

/**
 * Opens a file by what it is, not by its name, and answers its sheets in their order. Costs what the file unpacks to: for the
 * thread that reads.
 * @throws UnreadableSpreadsheet, also while its rows are read
 */
export const openSheets = async (bytes: Buffer): Promise<Sheet[]> => {
  if (bytes.length === 0) throw new UnreadableSpreadsheet('empty')
  if (startsWith(bytes, zipMagic)) {
    const sheets = checkArchive(bytes)
    return Array.from({ length: sheets }, (_, sheet) => streamed(bytes, sheet))
  }
  if (!startsWith(bytes, compoundMagic)) throw new UnreadableSpreadsheet('notASpreadsheet')
  // A password turns an .xlsx file into a container of the old kind.
  if (bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) || hasPassword(bytes)) {
    throw new UnreadableSpreadsheet('encrypted')
  }
  return whole(bytes)
}
