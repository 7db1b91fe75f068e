import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { maxImportRows } from '@kontor/contract/shared/spreadsheet'
import { findHeader, type Header, samplesOf, widestHeader, withChosen } from './header.ts'
import { batchCharacters, maxSheetRows } from './limits.ts'
import type { ReaderInput, ReaderMessage } from './read-spreadsheet.ts'
import { countCharacters, createRowReader, isFilledRow, type ReadRow } from './rows.ts'
import { openSheets, type Sheet, type SheetRow } from './sheet.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

/** The number of rows in which to look for headers, below titles, dates and logos. */
const headRows = 10

/** Niceness, of at most 19; with a higher one the thread would hit its time limits on a busy machine. */
const readerNiceness = 5

// regexp: the count is a constant of ours.
const formatCount = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0')

const tooManyRows = () => new UnreadableSpreadsheet('tooManyRows', formatCount(maxImportRows))

interface InspectedSheet {
  readonly sheet: Sheet
  readonly header: Header
  readonly samples: string[]
  readonly rowsTotal: number
}

type FindHeader = (head: readonly SheetRow[]) => Header | undefined

/** Reads a sheet completely; stops when it has no headers, and returns its first rows. */
const inspectSheet = async (sheet: Sheet, find: FindHeader): Promise<InspectedSheet | readonly SheetRow[]> => {
  const head: SheetRow[] = []
  let header: Header | undefined
  let rowsTotal = 0
  const readHead = () => {
    header = find(head)
    rowsTotal = head.filter(({ row }) => header && row > header.row).length
    return header
  }
  for await (const row of sheet.rows()) {
    if (row.row > maxSheetRows) throw tooManyRows()
    if (!isFilledRow(row)) continue
    if (head.length < headRows) {
      head.push(row)
      if (head.length === headRows && !readHead()) return head
      continue
    }
    rowsTotal += 1
    if (rowsTotal > maxImportRows) throw tooManyRows()
  }
  const found = header ?? readHead()
  return found ? { sheet, header: found, samples: samplesOf(found, head), rowsTotal } : head
}

const isInspected = (result: InspectedSheet | readonly SheetRow[]): result is InspectedSheet => 'header' in result

/** The sheet with the caller's choice of columns, if there is one. */
const choose = (inspected: InspectedSheet, { chosen }: ReaderInput): InspectedSheet => {
  if (!chosen) return inspected
  if (chosen.length !== inspected.header.texts.length) throw new UnreadableSpreadsheet('otherColumns')
  return { ...inspected, header: withChosen(inspected.header, chosen) }
}

/**
 * Reads the whole file once, to find its errors before any row is imported. Uses the first sheet with known headers: a cover sheet may
 * precede it. Without any, the caller may have chosen the columns of the first sheet that isn't empty.
 */
const inspect = async (sheets: readonly Sheet[], input: ReaderInput): Promise<InspectedSheet> => {
  const { columns, requiredAnyOf } = input
  let unknown: { readonly sheet: Sheet; readonly head: readonly SheetRow[] } | undefined
  for (const sheet of sheets) {
    const inspected = await inspectSheet(sheet, (head) => findHeader(head, columns, requiredAnyOf))
    if (isInspected(inspected)) return choose(inspected, input)
    if (inspected.length > 0) unknown ??= { sheet, head: inspected }
  }
  const { sheet, head = [] } = unknown ?? {}
  const header = widestHeader(head, columns)
  if (!sheet || !header) throw new UnreadableSpreadsheet('empty')
  if (!input.chosen) {
    const file = { headers: [...header.texts], keys: [...header.keys], samples: samplesOf(header, head) }
    throw new UnreadableSpreadsheet('unknownColumns', requiredAnyOf.map((key) => columns[key]?.label).join(', '), file)
  }
  const inspected = await inspectSheet(sheet, (rows) => widestHeader(rows, columns))
  if (!isInspected(inspected)) throw new UnreadableSpreadsheet('empty')
  return choose(inspected, input)
}

/** Whether the file took too long, also if it ended between two checks of the thread that waits for it. */
const isOverTime = ({ cpuTime }: ReaderInput): boolean => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000 > cpuTime
}

async function* batches(sheet: Sheet, header: Header, { columns, batchSize }: ReaderInput): AsyncGenerator<ReadRow[]> {
  const readRow = createRowReader(header, columns)
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
 * Sends one batch per request, and blocks in between: while this thread runs, the library reads ahead and buffers unconsumed rows, in
 * the end the whole file.
 */
const serve = async (input: ReaderInput, port: NonNullable<typeof parentPort>): Promise<void> => {
  const send = (message: ReaderMessage) => port.postMessage(message)
  const { sheet, header, samples, rowsTotal } = await inspect(
    await openSheets(Buffer.from(input.bytes), input.takesCsv),
    input,
  )
  if (isOverTime(input)) throw new UnreadableSpreadsheet('tooSlow')
  const used = header.keys.flatMap((key) => input.columns[key ?? '']?.label ?? [])
  send({
    kind: 'opened',
    columns: used,
    unknownColumns: [...header.unknown],
    headers: [...header.texts],
    keys: [...header.keys],
    samples,
    rowsTotal,
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
  // Other requests come first. Linux lowers only this thread's priority; other systems would lower the whole process's.
  if (process.platform === 'linux') setPriority(readerNiceness)
  // Only `openSpreadsheet` starts this worker.
  serve(workerData as ReaderInput, parentPort).catch(sendRefusal)
}
