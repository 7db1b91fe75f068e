import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { maxImportRows } from '@kontor/contract/shared/spreadsheet'
import type { SheetRow } from './cells.ts'
import { findHeader, type Header, headerAt, samplesOf, widestHeader, withChosen } from './header.ts'
import { batchCharacters, maxSheetRows } from './limits.ts'
import type { ReaderInput, ReaderMessage } from './read-spreadsheet.ts'
import { countCharacters, createRowReader, isFilledRow, type ReadRow } from './rows.ts'
import { type OpenedSheets, openSheets, type Sheet } from './sheet.ts'
import { type FileColumns, UnreadableSpreadsheet } from './unreadable.ts'
import { asText } from './values.ts'

/** The number of first rows in which headers are looked for, since titles, dates and logos may precede them. */
const headRows = 50

/** The thread's niceness (at most 19). With a higher one, the thread would hit its time limits on a busy machine. */
const readerNiceness = 5

// regexp: may be slow on long input, but only formats our own `maxImportRows`.
const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0')

const tooManyRows = () => new UnreadableSpreadsheet('tooManyRows', formatCount(maxImportRows))

interface InspectedSheet {
  readonly sheet: Sheet
  /** The header row; undefined if no known header was found. */
  readonly header: Header | undefined
  /** The first rows that aren't empty. */
  readonly head: readonly SheetRow[]
  readonly samples: string[]
  readonly rowsTotal: number
}

/**
 * Reads a sheet completely, or only its first rows if these have no headers.
 * @param find finds the header in the first rows, or in the chosen row alone
 */
const inspectSheet = async (
  sheet: Sheet,
  find: (head: readonly SheetRow[]) => Header | undefined,
  headerRow: number | undefined,
): Promise<InspectedSheet> => {
  const head: SheetRow[] = []
  const below: SheetRow[] = []
  let header: Header | undefined
  let rowsTotal = 0
  const findIn = (rows: readonly SheetRow[]) => {
    header = find(rows)
    rowsTotal = rows.filter(({ row }) => header && row > header.row).length
    return header
  }
  const nothing = { sheet, header: undefined, head, samples: [], rowsTotal: 0 }
  for await (const row of sheet.rows()) {
    if (row.row > maxSheetRows) throw tooManyRows()
    if (!isFilledRow(row)) continue
    if (head.length < headRows) head.push(row)
    if (header) {
      if (below.length < headRows) below.push(row)
      rowsTotal += 1
      if (rowsTotal > maxImportRows) throw tooManyRows()
    } else if (headerRow === undefined ? head.length === headRows : row.row >= headerRow) {
      if (!findIn(headerRow === undefined ? head : [row])) return nothing
    }
  }
  const found = header ?? (headerRow === undefined ? findIn(head) : undefined)
  if (!found) return nothing
  return { sheet, header: found, head, samples: samplesOf(found, [...head, ...below]), rowsTotal }
}

/** Applies the caller's choice of columns, if any, to the header. */
const choose = (header: Header, { chosen }: ReaderInput): Header => {
  if (!chosen) return header
  if (chosen.length !== header.texts.length) throw new UnreadableSpreadsheet('otherColumns')
  return withChosen(header, chosen)
}

/** Maximum other sheets that are checked for rows, since opening one takes as long as opening the file. Further sheets are listed unchecked. */
const maxOpenedSheets = 5
const maxNamedSheets = 100

const hasRows = async (sheet: Sheet): Promise<boolean> => {
  let filled = 0
  for await (const row of sheet.rows()) {
    if (isFilledRow(row)) filled += 1
    if (filled > 1) return true
    if (row.row > maxImportRows) return false
  }
  return false
}

/** Maximum characters per cell, and cells per row, of the first rows that the user is shown. */
const [maxShownCharacters, maxShownCells] = [60, 12]

const shownRow = ({ row, cells }: SheetRow) => ({
  row,
  cells: cells
    .slice(0, maxShownCells)
    .map((cell) => (cell === null || cell === undefined ? '' : asText(cell).slice(0, maxShownCharacters))),
})

/** Returns the facts of a file that users need to choose how it is read. */
const describe = async (
  { sheet, head, samples }: InspectedSheet,
  header: Header,
  { sheets, charset }: OpenedSheets,
  { isDryRun }: ReaderInput,
): Promise<FileColumns> => {
  const otherSheets: string[] = []
  const others = isDryRun ? sheets.filter((other) => other !== sheet && !other.isHidden) : []
  for (const [at, other] of others.slice(0, maxNamedSheets).entries())
    if (at >= maxOpenedSheets || (await hasRows(other))) otherSheets.push(other.name ?? '')
  const { keys, texts } = header
  return {
    ...{ headers: [...texts], keys: [...keys], samples, charset, sheet: sheet.name, otherSheets },
    hiddenSheets: sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name ?? ''),
    headerRow: header.row,
    rows: head.map(shownRow),
  }
}

/** Returns the sheets that may be read: the chosen one, or all visible ones. */
const readableSheets = (sheets: readonly Sheet[], { choice }: ReaderInput): readonly Sheet[] => {
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  if (visible.length === 0 && sheets.length > 0) throw new UnreadableSpreadsheet('hidden')
  if (choice.sheet === undefined) return visible
  const chosen = visible.filter(({ name }) => name === choice.sheet)
  if (chosen.length === 0) throw new UnreadableSpreadsheet('otherSheet')
  return chosen
}

/**
 * Reads the whole file once, to find its errors before any row is imported. Uses the first visible sheet with known headers: a cover sheet may
 * precede it. If no sheet has known headers but the caller has chosen columns, uses the first sheet that isn't empty; otherwise throws.
 */
const inspect = async (opened: OpenedSheets, input: ReaderInput): Promise<InspectedSheet & { header: Header }> => {
  const { columns, requiredAnyOf, choice, chosen } = input
  const labels = requiredAnyOf.map((key) => columns[key]?.label).join(', ')
  let unknown: InspectedSheet | undefined
  for (const sheet of readableSheets(opened.sheets, input)) {
    const find = (head: readonly SheetRow[]) => findHeader(head, columns, requiredAnyOf)
    const inspected = await inspectSheet(sheet, find, choice.headerRow)
    if (inspected.header) return { ...inspected, header: choose(inspected.header, input) }
    if (inspected.head.length > 0) unknown ??= inspected
  }
  if (!unknown) throw new UnreadableSpreadsheet('empty')
  const pick = ([first, ...others]: readonly SheetRow[]) =>
    choice.headerRow === undefined || !first
      ? widestHeader(first ? [first, ...others] : [], columns)
      : headerAt(first, columns)
  const inspected = await inspectSheet(unknown.sheet, pick, choice.headerRow)
  const { header } = inspected
  if (!header) throw new UnreadableSpreadsheet('empty')
  if (chosen) return { ...inspected, header: choose(header, input) }
  throw new UnreadableSpreadsheet('unknownColumns', labels, await describe(inspected, header, opened, input))
}

/** Returns true if the file took too long. The main thread checks the time only at intervals and may have missed it. */
const isOverTime = ({ cpuTime }: ReaderInput): boolean => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000 > cpuTime
}

async function* batches(sheet: Sheet, header: Header, { columns, batchSize }: ReaderInput): AsyncGenerator<ReadRow[]> {
  const readRow = createRowReader(header, columns, sheet)
  let batch: ReadRow[] = []
  let characters = 0
  for await (const row of sheet.rows()) {
    if (row.row <= header.row || !isFilledRow(row)) continue
    const read = readRow(row)
    batch.push(read)
    characters += countCharacters(read)
    if (batch.length < batchSize && characters < batchCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Sends one batch per request and blocks in between. Otherwise, the library would read ahead and buffer up to the
 * whole file.
 */
const serve = async (input: ReaderInput, port: NonNullable<typeof parentPort>): Promise<void> => {
  const send = (message: ReaderMessage) => port.postMessage(message)
  const opened = await openSheets(Buffer.from(input.bytes), input.takesCsv, input.choice.charset)
  const inspected = await inspect(opened, input)
  const { sheet, header, rowsTotal } = inspected
  if (isOverTime(input)) throw new UnreadableSpreadsheet('tooSlow')
  const used = header.keys.flatMap((key) => input.columns[key ?? '']?.label ?? [])
  send({
    kind: 'opened',
    columns: used,
    unknownColumns: [...header.unknown],
    rowsTotal,
    ...(await describe(inspected, header, opened, input)),
  })
  let sent = 0
  Atomics.wait(input.requested, 0, sent)
  for await (const rows of batches(sheet, header, input)) {
    send({ kind: 'rows', rows })
    sent += 1
    Atomics.wait(input.requested, 0, sent)
  }
  send({ kind: 'end' })
}

const sendRefusal = (error: unknown): void => {
  if (!(error instanceof UnreadableSpreadsheet)) throw error
  const refusal: ReaderMessage = { kind: 'refused', reason: error.reason, detail: error.detail, file: error.file }
  parentPort?.postMessage(refusal)
}

if (parentPort) {
  // Lets other requests go first. Linux lowers only the priority of this thread. Other systems would lower that of the whole process.
  if (process.platform === 'linux') setPriority(readerNiceness)
  // Only `openSpreadsheet` starts this worker.
  serve(workerData as ReaderInput, parentPort).catch(sendRefusal)
}
