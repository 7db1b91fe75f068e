import type { Field, Fields } from '@kontor/contract/shared/field-kinds'
import { emailSchema, optionalLine, optionalText } from '@kontor/contract/shared/fields'
import type { z } from 'zod'
import { type SheetRow, uncalculated } from './cells.ts'
import type { Cell } from './columns.ts'
import type { Header } from './header.ts'
import type { Sheet } from './sheet.ts'
import {
  asText,
  isErrorValue,
  quote,
  type ReadResult,
  readBoolean,
  readChoice,
  readDate,
  readDecimal,
  readEmail,
  readInteger,
  readOrganizationNumber,
  readPhone,
  readPostcode,
} from './values.ts'

/** A message about a cell of the field `key`; `column` is the header of the file's column. */
export interface CellNote {
  readonly key: string
  readonly column: string
  readonly message: string
}

/** A parsed row. A row with problems is not imported, unless `literal` resolves them. */
export interface ReadRow {
  /** The spreadsheet's row number, from 1. */
  readonly row: number
  /** The row's own cells, in the order of the file's columns. */
  readonly cells: readonly Cell[]
  readonly values: Readonly<Record<string, string | number | boolean>>
  /** Original texts that parsing changed or rejected. Such a text is valid if it equals the record's current value. */
  readonly literal: Readonly<Record<string, string>>
  readonly problems: readonly CellNote[]
  readonly remarks: readonly CellNote[]
}

type FilledCell = Exclude<Cell, null | undefined>

const validate = (
  schema: z.ZodType<string | null>,
  { value, remark }: { value: string; remark?: string },
): ReadResult<string> => {
  const result = schema.safeParse(value)
  if (!result.success) return { problem: result.error.issues.map(({ message }) => message).join('. ') }
  return { value: result.data ?? '', ...(remark !== undefined && { remark }) }
}

const checkRange = (read: ReadResult<number>, min: number, max: number): ReadResult<number> => {
  if ('problem' in read) return read
  if (read.value < min) return { problem: `Må være minst ${min}` }
  return read.value > max ? { problem: 'Tallet er for stort' } : read
}

const numberOrText = (cell: FilledCell): number | string => (typeof cell === 'number' ? cell : asText(cell))

type CellReader = (cell: FilledCell) => ReadResult<string | number | boolean>

/** Creates the parser for a column's cells. A column's schema is created once, since that takes longer than using it. */
const createCellReader = (column: Field, { is1904 }: Pick<Sheet, 'is1904'>): CellReader => {
  const line = 'max' in column ? optionalLine(column.max, column.label) : undefined
  const readLine = (read: ReadResult<string>): ReadResult<string> =>
    'problem' in read || !line ? read : validate(line, read)
  switch (column.kind) {
    case 'line':
    case 'website':
      return (cell) => readLine({ value: asText(cell) })
    case 'text': {
      const text = optionalText(column.max, column.label)
      return (cell) => validate(text, { value: asText(cell) })
    }
    case 'email':
      return (cell) => validate(emailSchema, readEmail(asText(cell)))
    case 'organizationNumber':
      return (cell) => readOrganizationNumber(asText(cell))
    case 'postcode':
      return (cell) => readLine(readPostcode(asText(cell)))
    case 'phone':
      return (cell) => readLine(readPhone(cell))
    case 'integer':
      return (cell) => checkRange(readInteger(numberOrText(cell)), column.minValue, column.maxValue)
    case 'decimal':
      return (cell) => checkRange(readDecimal(numberOrText(cell), column.scale), -column.maxValue, column.maxValue)
    case 'date':
      return (cell) => readDate(cell, is1904)
    case 'boolean':
      return (cell) => readBoolean(cell, { yes: column.yesWords ?? [], no: column.noWords ?? [] })
    case 'choice':
      return (cell) => readChoice(asText(cell), column.words)
  }
}

const textKinds: readonly Field['kind'][] = [
  'line',
  'website',
  'text',
  'email',
  'organizationNumber',
  'postcode',
  'phone',
]

const isFilled = (cell: Cell): cell is FilledCell =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')

/** Maximum characters of a value whose column sets no limit. The longest of these values are e-mail addresses (RFC 5321). */
const defaultMaxCharacters = 254

/** Counts the characters of a parsed row, to limit the size of a batch. Builds no arrays, since it runs for each row of a file. */
export const countCharacters = ({ cells, values, literal, problems, remarks }: ReadRow): number => {
  let characters = 0
  const add = (text: unknown): void => {
    characters += typeof text === 'string' ? text.length : 8
  }
  cells.forEach(add)
  for (const key in values) add(values[key])
  for (const key in literal) add(literal[key])
  for (const { message } of problems) add(message)
  for (const { message } of remarks) add(message)
  return characters
}

export const isFilledRow = ({ cells }: SheetRow): boolean => cells.some(isFilled)

const uncalculatedMessage = 'Formelen er ikke regnet ut. Åpne filen i Excel, lagre den og prøv igjen'

/** The remark on cells to the right of the headers. */
const beyondNote = (cells: readonly FilledCell[]): CellNote => {
  const texts = cells.map((cell) => quote(asText(cell)))
  return {
    key: '',
    column: '',
    message: `Blir ikke lest, siden kolonnen ikke har overskrift: ${texts.slice(0, 3).join(', ')}`,
  }
}

/** Creates the parser for rows below the headers; empty cells have no value. */
export const createRowReader = (
  { keys, texts }: Header,
  columns: Fields,
  dates: Pick<Sheet, 'is1904'> = { is1904: false },
): ((row: SheetRow) => ReadRow) => {
  const readers = keys.flatMap((key, position) => {
    const column = key === undefined ? undefined : columns[key]
    if (key === undefined || !column) return []
    const { kind } = column
    const header = texts[position] ?? ''
    const maxCharacters = 'max' in column ? column.max : defaultMaxCharacters
    return [
      { position, key, header, isText: textKinds.includes(kind), maxCharacters, read: createCellReader(column, dates) },
    ]
  })
  return ({ row, cells, notes = [] }) => {
    const values: Record<string, string | number | boolean> = {}
    const literal: Record<string, string> = {}
    const problems: CellNote[] = []
    const remarks: CellNote[] = notes.map((message) => ({ key: '', column: '', message }))
    for (const { position, key, header: column, isText, maxCharacters, read } of readers) {
      const cell = cells[position]
      if (!isFilled(cell)) continue
      if (cell === uncalculated) {
        remarks.push({ key, column, message: uncalculatedMessage })
        continue
      }
      const result = isErrorValue(cell) ? { problem: `Formelen i cellen gir ${asText(cell)}` } : read(cell)
      if ('problem' in result) problems.push({ key, column, message: result.problem })
      else if (result.value !== '') values[key] = result.value
      if ('remark' in result && result.remark !== undefined) remarks.push({ key, column, message: result.remark })
      if (!isText || !('problem' in result || result.value !== cell)) continue
      const text = asText(cell)
      if (text.length <= maxCharacters) literal[key] = text
    }
    const beyond = cells.slice(texts.length).filter(isFilled)
    if (beyond.length > 0) remarks.push(beyondNote(beyond))
    return { row, cells, values, literal, problems, remarks }
  }
}
