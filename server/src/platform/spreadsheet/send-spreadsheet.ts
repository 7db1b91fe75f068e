import { osloWallTime } from '@kontor/contract/shared/time'
import type { FastifyReply } from 'fastify'
import { type CellValue, type ColumnDef, writeXlsxStream } from 'hucre/xlsx'
import type { ExportColumn, ExportColumns } from './columns.ts'

/** The values of one row by the columns' keys; null, '' and what is absent leave the cell empty. */
export type ExportRow<C extends ExportColumns> = {
  readonly [Key in keyof C]?: string | number | boolean | null | undefined
}

/** Numbers that are names are kept as text while people edit them, or a spreadsheet program takes their zeros. */
const formats: Readonly<Partial<Record<ExportColumn['kind'], string>>> = {
  organizationNumber: '@',
  postcode: '@',
  phone: '@',
  date: 'dd.mm.yyyy',
  moment: 'dd.mm.yyyy hh:mm',
}

const widths: Readonly<Partial<Record<ExportColumn['kind'], number>>> = {
  line: 24,
  text: 40,
  email: 30,
  organizationNumber: 12,
  phone: 16,
  moment: 16,
}

const describe = ({ label, kind, width }: ExportColumn): ColumnDef => {
  const numFmt = formats[kind]
  return { header: label, width: Math.max(width ?? widths[kind] ?? 12, label.length + 2), ...(numFmt && { numFmt }) }
}

/**
 * `_x0041_` stands for a character in such files; where somebody wrote just that, it must be told apart. The last two
 * characters cannot stand in one at all, and the library does not know.
 */
const asCellText = (text: string): string =>
  /_x|[\ufffe\uffff]/.test(text)
    ? text
        .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
        .replaceAll(/[\ufffe\uffff]/g, (character) => (character === '\uffff' ? '_xFFFF_' : '_xFFFE_'))
    : text

/** The numbers of `2026-03-24`, or of `2026-03-24 10:00`, as the moment that the library writes them from: by UTC. */
const cellDate = (text: string): Date => {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (text.match(/\d+/g) ?? []).map(Number)
  return new Date(Date.UTC(year, month - 1, day, hour, minute))
}

/** A day; as text where it lies before the first that spreadsheet programs know: they would show nothing. */
const dayCell = (day: string): CellValue => (day < '1900' ? day.split('-').reverse().join('.') : cellDate(day))

const cellOf = (value: string | number | boolean | null | undefined, { kind }: ExportColumn): CellValue => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (typeof value === 'number') return value
  if (kind === 'integer' || kind === 'decimal') return Number(value)
  if (kind === 'date') return dayCell(value)
  // By Norway's clocks.
  return kind === 'moment' ? cellDate(osloWallTime(value).slice(0, 16)) : asCellText(value)
}

async function* cells<C extends ExportColumns>(
  columns: C,
  first: IteratorResult<ExportRow<C>>,
  rest: AsyncIterator<ExportRow<C>>,
): AsyncGenerator<CellValue[]> {
  const described = Object.entries(columns)
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      const { value } = next
      yield described.map(([key, column]) => cellOf(value[key], column))
    }
  } finally {
    // Whoever downloads may have left.
    await rest.return?.()
  }
}

/**
 * Answers an .xlsx file that is written while the rows are read, in constant memory. Text is typed as text, never as a formula;
 * dates are real dates, truth is Ja and Nei. Returns what the handler returns.
 * @param fileName without umlauts, with `.xlsx`
 * @throws what the source throws for its first row; if a later one fails, the download breaks off
 */
export const sendSpreadsheet = async <const C extends ExportColumns>(
  reply: FastifyReply,
  {
    fileName,
    sheetName,
    columns,
    rows,
  }: {
    readonly fileName: string
    readonly sheetName: string
    readonly columns: C
    readonly rows: AsyncIterable<ExportRow<C>>
  },
): Promise<ReadableStream<Uint8Array>> => {
  const source = rows[Symbol.asyncIterator]()
  const first = await source.next()
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return writeXlsxStream(cells(columns, first, source), {
    name: sheetName,
    columns: Object.values(columns).map(describe),
    freezePane: { rows: 1 },
  })
}

/**
 * All rows of a list, page by page: `fetch` answers the page after a row, an empty one when there are no more. The next page is
 * fetched while the current one is used.
 */
export const pagedRows = <Row>(fetch: (after: Row | undefined) => Promise<readonly Row[]>): AsyncIterable<Row> => ({
  // No generator: for a hundred thousand rows it would take as long as writing half of their cells.
  [Symbol.asyncIterator]: () => {
    const ask = (after: Row | undefined) => {
      const page = fetch(after)
      // It is waited for only when the page before it is used up, or never.
      page.catch(() => {})
      return page
    }
    let pending = ask(undefined)
    let page: readonly Row[] = []
    let position = 0
    const turn = async (): Promise<IteratorResult<Row, undefined>> => {
      page = await pending
      position = 1
      const [value] = page
      if (value === undefined) return { done: true, value: undefined }
      pending = ask(page.at(-1))
      return { done: false, value }
    }
    return {
      next: () => {
        const value = page[position]
        position += 1
        return value === undefined ? turn() : Promise.resolve({ done: false, value })
      },
    }
  },
})
