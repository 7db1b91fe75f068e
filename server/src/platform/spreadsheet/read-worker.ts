import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { maxImportRows } from '@kontor/contract/shared/spreadsheet'
import { findHeader, type Header } from './header.ts'
import { batchCharacters } from './limits.ts'
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

interface InspectedSheet {
  readonly sheet: Sheet
  readonly header: Header
  readonly rowsTotal: number
}

/** Reads a sheet completely; stops, and returns the reason, when it has no known headers. */
const inspectSheet = async (
  sheet: Sheet,
  { columns, requiredAnyOf }: ReaderInput,
): Promise<InspectedSheet | 'empty' | 'unknownColumns'> => {
  const head: SheetRow[] = []
  let header: Header | undefined
  let rowsTotal = 0
  const readHead = () => {
    header = findHeader(head, columns, requiredAnyOf)
    rowsTotal = head.filter(({ row }) => header && row > header.row).length
    return header
  }
  for await (const row of sheet.rows()) {
    if (!isFilledRow(row)) continue
    if (head.length < headRows) {
      head.push(row)
      if (head.length === headRows && !readHead()) return 'unknownColumns'
      continue
    }
    rowsTotal += 1
    if (rowsTotal > maxImportRows) throw new UnreadableSpreadsheet('tooManyRows', formatCount(maxImportRows))
  }
  const found = header ?? readHead()
  return found ? { sheet, header: found, rowsTotal } : head.length === 0 ? 'empty' : 'unknownColumns'
}

/**
 * Reads the whole file once, to find its errors before any row is imported. Uses the first sheet with known headers: a cover sheet may
 * precede it.
 */
const inspect = async (sheets: readonly Sheet[], input: ReaderInput): Promise<InspectedSheet> => {
  let reason: 'empty' | 'unknownColumns' = 'empty'
  for (const sheet of sheets) {
    const inspected = await inspectSheet(sheet, input)
    if (typeof inspected !== 'string') return inspected
    if (inspected === 'unknownColumns') reason = inspected
  }
  throw new UnreadableSpreadsheet(reason, input.requiredAnyOf.map((key) => input.columns[key]?.label).join(', '))
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
  const { sheet, header, rowsTotal } = await inspect(await openSheets(Buffer.from(input.bytes), input.takesCsv), input)
  if (isOverTime(input)) throw new UnreadableSpreadsheet('tooSlow')
  const used = header.keys.flatMap((key) => input.columns[key ?? '']?.label ?? [])
  send({
    kind: 'opened',
    columns: used,
    unknownColumns: [...header.unknown],
    headers: [...header.texts],
    keys: [...header.keys],
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
  const refusal: ReaderMessage = { kind: 'refused', reason: error.reason, detail: error.detail }
  parentPort?.postMessage(refusal)
}

if (parentPort) {
  // Other requests come first. Linux lowers only this thread's priority; other systems would lower the whole process's.
  if (process.platform === 'linux') setPriority(readerNiceness)
  // Only `openSpreadsheet` starts this worker.
  serve(workerData as ReaderInput, parentPort).catch(sendRefusal)
}
