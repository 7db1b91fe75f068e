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

/** Something to say about a cell of the field `key`; `column` is the column's label. */
export interface CellNote {
  readonly key: string
  readonly column: string
  readonly message: string
}

/** A row as it was read. A row with problems is not imported, unless `literal` settles them. */
export interface ReadRow {
  /** As the spreadsheet program numbers it, from 1. */
  readonly row: number
  readonly values: Readonly<Record<string, string | number | boolean>>
  /** Texts of which something else was made, or nothing: they are right where just that stands in the record already. */
  readonly literal: Readonly<Record<string, string>>
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

type Reader = (cell: Filled) => Read<string | number | boolean>

/** How a column's cells are read. Schemas are made once a column: making one takes longer than using it. */
const readerOf = (column: Column): Reader => {
  const line = 'max' in column ? optionalLine(column.max, column.label) : undefined
  const readLine = (read: Read<string>): Read<string> => ('problem' in read || !line ? read : checked(line, read))
  switch (column.kind) {
    case 'line':
      return (cell) => readLine({ value: asText(cell) })
    case 'text': {
      const text = optionalText(column.max, column.label)
      return (cell) => checked(text, { value: asText(cell) })
    }
    case 'email':
      return (cell) => checked(emailSchema, { value: asText(cell).replace(/^mailto:/i, '') })
    case 'organizationNumber':
      return (cell) => readOrganizationNumber(asText(cell))
    case 'postcode':
      return (cell) => readLine(readPostcode(asText(cell)))
    case 'phone':
      return (cell) => readLine(readPhone(cell))
    case 'integer':
      return (cell) => bounded(readInteger(numeric(cell)), column.least, column.most)
    case 'decimal':
      return (cell) => bounded(readDecimal(numeric(cell), column.scale), -column.most, column.most)
    case 'date':
      return readDate
    case 'boolean':
      return (cell) => readBoolean(cell, column)
    case 'choice':
      return (cell) => readChoice(asText(cell), column.words)
  }
}

const textKinds: readonly Column['kind'][] = ['line', 'text', 'email', 'organizationNumber', 'postcode', 'phone']

const isFilled = (cell: Cell): cell is Filled =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')

/** Characters of an e-mail address, the longest of the kinds without a limit of their own (RFC 5321). */
const longestWithoutMax = 254

/** Characters that a read row holds, to bound what is sent at once. */
export const charactersOf = ({ values, literal, problems, remarks }: ReadRow): number => {
  const texts = [
    ...Object.values(values),
    ...Object.values(literal),
    ...[...problems, ...remarks].map(({ message }) => message),
  ]
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 8), 0)
}

/** Whether anything stands in the row. */
export const isFilledRow = ({ cells }: SheetRow): boolean => cells.some(isFilled)

interface PlacedReader {
  readonly position: number
  readonly key: string
  readonly label: string
  readonly isText: boolean
  /** Characters that the field can hold. */
  readonly most: number
  readonly read: Reader
}

/** How the rows below the headers are read; empty cells have no value. */
export const rowReader = ({ keys }: Header, columns: Columns): ((row: SheetRow) => ReadRow) => {
  const readers = keys.flatMap((key, position): PlacedReader[] => {
    const column = key === undefined ? undefined : columns[key]
    if (key === undefined || !column) return []
    const { label, kind } = column
    const most = 'max' in column ? column.max : longestWithoutMax
    return [{ position, key, label, isText: textKinds.includes(kind), most, read: readerOf(column) }]
  })
  return ({ row, cells }) => {
    const values: Record<string, string | number | boolean> = {}
    const literal: Record<string, string> = {}
    const problems: CellNote[] = []
    const remarks: CellNote[] = []
    for (const { position, key, label: column, isText, most, read } of readers) {
      const cell = cells[position]
      if (!isFilled(cell)) continue
      const result = isErrorValue(cell) ? { problem: `Formelen i cellen gir ${asText(cell)}` } : read(cell)
      if ('problem' in result) problems.push({ key, column, message: result.problem })
      else if (result.value !== '') values[key] = result.value
      if ('remark' in result && result.remark !== undefined) remarks.push({ key, column, message: result.remark })
      if (!isText || !('problem' in result || result.value !== cell)) continue
      const text = asText(cell)
      if (text.length <= most) literal[key] = text
    }
    return { row, values, literal, problems, remarks }
  }
}
