import type { ExportFormat } from '@kontor/contract/shared/exports'
import type { ListedField } from '@kontor/contract/shared/field-kinds'
import { formatSort, type Sort } from '@kontor/contract/shared/sorting'
import { csvType, escapeCellText } from '@kontor/contract/shared/spreadsheet'
import { osloWallTime } from '@kontor/contract/shared/time'
import type { FastifyReply } from 'fastify'
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx'
import { recordEvent } from '../audit/audit.ts'
import type { Queryable } from '../database/database.ts'
import type { ExportColumns } from './columns.ts'
import { csvCell, writeCsv } from './csv.ts'

/** One row's values by column key; null, '' and absent values leave the cell empty. */
export type ExportRow<C extends ExportColumns> = {
  readonly [Key in keyof C]?: string | number | boolean | null | undefined
}

/** Number formats. Numbers that identify something get the text format (@), so that spreadsheet programs keep their leading zeros on editing. */
const formats: Readonly<Partial<Record<ListedField['kind'], string>>> = {
  organizationNumber: '@',
  postcode: '@',
  phone: '@',
  date: 'dd.mm.yyyy',
  moment: 'dd.mm.yyyy hh:mm',
}

const widths: Readonly<Partial<Record<ListedField['kind'], number>>> = {
  line: 24,
  website: 24,
  text: 40,
  email: 30,
  organizationNumber: 12,
  phone: 16,
  moment: 16,
}

const columnDef = ({ label, kind, width }: ListedField): ColumnDef => {
  const numFmt = formats[kind]
  return { header: label, width: Math.max(width ?? widths[kind] ?? 12, label.length + 2), ...(numFmt && { numFmt }) }
}

/** Parses `2026-03-24` or `2026-03-24 10:00` as UTC, since the library writes dates in UTC. */
const cellDate = (text: string): Date => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (text.match(/\d+/g) ?? []).map(Number)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}

/** Returns a day as a date, or as text if before 1900, since spreadsheet programs can't display such dates. */
const dayCell = (day: string): CellValue => (day < '1900' ? day.split('-').reverse().join('.') : cellDate(day))

type Value = string | number | boolean | null | undefined

const xlsxCell = (value: Value, { kind }: ListedField): CellValue => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number') return value
  if (kind === 'integer' || kind === 'decimal') return Number(value)
  if (kind === 'date') return dayCell(value)
  return kind === 'moment' ? cellDate(osloWallTime(value).slice(0, 16)) : escapeCellText(value)
}

async function* cellRows<C extends ExportColumns, Cell>(
  columns: C,
  first: IteratorResult<ExportRow<C>>,
  rest: AsyncIterator<ExportRow<C>>,
  cellOf: (value: Value, column: ListedField) => Cell,
): AsyncGenerator<Cell[]> {
  const entries = Object.entries(columns)
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      const { value } = next
      yield entries.map(([key, column]) => cellOf(value[key], column))
    }
  } finally {
    // Closes the source, even if the client disconnects.
    await rest.return?.()
  }
}

/** Picks the columns with these keys, in the order of the keys. */
export const pickColumns = (columns: ExportColumns, keys: readonly string[]): ExportColumns =>
  Object.fromEntries(keys.flatMap((key) => (columns[key] ? [[key, columns[key]]] : [])))

/** The filters of an export, for its audit event. `factsOf` omits empty values and counts the ids. */
type ExportFilters = Readonly<Record<string, unknown>> & {
  readonly sort?: Sort<string> | undefined
  readonly ids?: readonly number[] | undefined
}

const factsOf = ({ sort, ids, ...filters }: ExportFilters, format: ExportFormat) =>
  Object.fromEntries(
    Object.entries({
      format,
      ...filters,
      sort: sort && formatSort(sort),
      selected: ids?.length,
    }).filter(([, value]) => value !== undefined && value !== ''),
  )

/**
 * Streams an .xlsx or CSV file while the rows are read, in constant memory, and records the export in the audit trail. Text is never written as
 * a formula; booleans are Ja and Nei. @param name the file's name in ASCII, without its ending @returns the stream, for the handler to return
 * @throws the source's error for its first row; if a later row fails, the download breaks off
 */
export const sendSpreadsheet = async <const C extends ExportColumns>(
  reply: FastifyReply,
  db: Queryable,
  {
    name,
    sheetName,
    columns,
    rows,
    format,
    filters,
  }: {
    readonly name: string
    readonly sheetName: string
    readonly columns: C
    readonly rows: AsyncIterable<ExportRow<C>>
    readonly format: ExportFormat
    /** Recorded with the audit event; must not contain tokens. */
    readonly filters: ExportFilters
  },
): Promise<ReadableStream<Uint8Array>> => {
  const source = rows[Symbol.asyncIterator]()
  const first = await source.next()
  const facts = factsOf(filters, format)
  await recordEvent(db, { action: 'exported', kind: 'export', title: sheetName, facts, security: true })
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
  if (format === 'csv') {
    reply.type(`${csvType}; charset=utf-8`)
    const labels = Object.values(columns).map(({ label }) => label)
    return writeCsv(labels, cellRows(columns, first, source, csvCell))
  }
  return writeXlsxStream(cellRows(columns, first, source, xlsxCell), {
    name: sheetName,
    columns: Object.values(columns).map(columnDef),
    freezePane: { rows: 1 },
  })
}
