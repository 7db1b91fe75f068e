import { emailSchema, optionalLine, optionalText } from '@kontor/contract/shared/fields'
import type { z } from 'zod'
import type { Cell, Column, Columns } from './columns.ts'
import type { Header } from './header.ts'
import type { SheetRow } from './sheet.ts'
import {
  asText,
  isErrorValue,
  type Read,
  readBoolean,
  readChoice,
  readDate,
  readDecimal,
  readInteger,
  readOrganizationNumber,
  readPhone,
  readPostcode,
} from './values.ts'

/** Something to say about a cell; `column` is the column's label. */
export interface CellNote {
  readonly column: string
  readonly message: string
}

/** A row as it was read. A row with problems is not imported. */
export interface ReadRow {
  /** As the spreadsheet program numbers it, from 1. */
  readonly row: number
  readonly values: Readonly<Record<string, string | number | boolean>>
  readonly problems: readonly CellNote[]
  readonly remarks: readonly CellNote[]
}

type Filled = Exclude<Cell, null | undefined>

const checked = (
  schema: z.ZodType<string | null>,
  { value, remark }: { value: string; remark?: string },
): Read<string> => {
  const result = schema.safeParse(value)
  if (!result.success) return { problem: result.error.issues.map(({ message }) => message).join('. ') }
  return { value: result.data ?? '', ...(remark !== undefined && { remark }) }
}

const bounded = (read: Read<number>, least: number, most: number): Read<number> => {
  if ('problem' in read) return read
  if (read.value < least) return { problem: `Må være minst ${least}` }
  return read.value > most ? { problem: 'Tallet er for stort' } : read
}

const numeric = (cell: Filled): number | string => (typeof cell === 'number' ? cell : asText(cell))

const readLine = (read: Read<string>, max: number, label: string): Read<string> =>
  'problem' in read ? read : checked(optionalLine(max, label), read)

/** What a filled cell of the column says. */
export const readCell = (cell: Filled, column: Column): Read<string | number | boolean> => {
  if (isErrorValue(cell)) return { problem: `Formelen i cellen gir ${asText(cell)}` }
  switch (column.kind) {
    case 'line':
      return readLine({ value: asText(cell) }, column.max, column.label)
    case 'text':
      return checked(optionalText(column.max, column.label), { value: asText(cell) })
    case 'email':
      return checked(emailSchema, { value: asText(cell).replace(/^mailto:/i, '') })
    case 'organizationNumber':
      return readOrganizationNumber(asText(cell))
    case 'postcode':
      return readLine(readPostcode(asText(cell)), column.max, column.label)
    case 'phone':
      return readLine(readPhone(cell), column.max, column.label)
    case 'integer':
      return bounded(readInteger(numeric(cell)), column.least, column.most)
    case 'decimal':
      return bounded(readDecimal(numeric(cell), column.scale), -column.most, column.most)
    case 'date':
      return readDate(cell)
    case 'boolean':
      return readBoolean(cell, column)
    case 'choice':
      return readChoice(asText(cell), column.words)
  }
}

const isFilled = (cell: Cell): cell is Filled =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')

/** Whether anything stands in the row. */
export const isFilledRow = ({ cells }: SheetRow): boolean => cells.some(isFilled)

/** Reads a row below the headers; empty cells have no value. */
export const readRow = ({ row, cells }: SheetRow, { keys }: Header, columns: Columns): ReadRow => {
  const values: Record<string, string | number | boolean> = {}
  const problems: CellNote[] = []
  const remarks: CellNote[] = []
  for (const [position, key] of keys.entries()) {
    const column = key === undefined ? undefined : columns[key]
    const cell = cells[position]
    if (key === undefined || column === undefined || !isFilled(cell)) continue
    const read = readCell(cell, column)
    if ('problem' in read) problems.push({ column: column.label, message: read.problem })
    else if (read.value !== '') values[key] = read.value
    if ('remark' in read && read.remark !== undefined) remarks.push({ column: column.label, message: read.remark })
  }
  return { row, values, problems, remarks }
}
