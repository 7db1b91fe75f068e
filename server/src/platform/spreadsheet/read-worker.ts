import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { maxImportRows } from '@kontor/contract/shared/spreadsheet'
import { findHeader, type Header } from './header.ts'
import { batchCharacters } from './limits.ts'
import type { FromReader, ToReader } from './read-spreadsheet.ts'
import { charactersOf, isFilledRow, type ReadRow, rowReader } from './rows.ts'
import { openSheets, type Sheet, type SheetRow } from './sheet.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

/** How many rows may stand above the first that counts before the headers are looked for. */
const headRows = 10

/** How far the thread steps back, of 19; further, and a busy machine would let it run into its time limits. */
const readerNiceness = 5

// regexp: the count is a constant of ours.
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0')

interface Inspected {
  readonly sheet: Sheet
  readonly header: Header
  readonly rowsTotal: number
}

/** Reads a sheet from end to end; stops, and says why, where it has no headers that we know. */
const inspectSheet = async (
  sheet: Sheet,
  { columns, wanted }: ToReader,
): Promise<Inspected | 'empty' | 'unknownColumns'> => {
  const head: SheetRow[] = []
  let header: Header | undefined
  let rowsTotal = 0
  const settle = () => {
    header = findHeader(head, columns, wanted)
    rowsTotal = head.filter(({ row }) => header && row > header.row).length
    return header
  }
  for await (const row of sheet.rows()) {
    if (!isFilledRow(row)) continue
    if (head.length < headRows) {
      head.push(row)
      if (head.length === headRows && !settle()) return 'unknownColumns'
      continue
    }
    rowsTotal += 1
    if (rowsTotal > maxImportRows) throw new UnreadableSpreadsheet('tooManyRows', grouped(maxImportRows))
  }
  const found = header ?? settle()
  return found ? { sheet, header: found, rowsTotal } : head.length === 0 ? 'empty' : 'unknownColumns'
}

/**
 * Reads the whole file once, so that what is wrong with it is known before anything is done with its rows. Of several sheets,
 * the first with headers that we know counts: there may be a front page before it.
 */
const inspect = async (sheets: readonly Sheet[], order: ToReader): Promise<Inspected> => {
  let reason: 'empty' | 'unknownColumns' = 'empty'
  for (const sheet of sheets) {
    const inspected = await inspectSheet(sheet, order)
    if (typeof inspected !== 'string') return inspected
    if (inspected === 'unknownColumns') reason = inspected
  }
  throw new UnreadableSpreadsheet(reason, order.wanted.map((key) => order.columns[key]?.label).join(', '))
}

async function* batches(sheet: Sheet, header: Header, { columns, batchSize }: ToReader): AsyncGenerator<ReadRow[]> {
  const readRow = rowReader(header, columns)
  let batch: ReadRow[] = []
  let characters = 0
  for await (const row of sheet.rows()) {
    if (row.row <= header.row || !isFilledRow(row)) continue
    const read = readRow(row)
    batch.push(read)
    characters += charactersOf(read)
    if (batch.length < batchSize && characters < batchCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Answers a batch whenever one more is asked for, and stands still in between: as long as this thread runs, the library reads on and
 * holds what nobody has taken yet, in the end the whole file.
 */
const serve = async (order: ToReader, port: NonNullable<typeof parentPort>): Promise<void> => {
  const say = (message: FromReader) => port.postMessage(message)
  const { sheet, header, rowsTotal } = await inspect(await openSheets(Buffer.from(order.bytes)), order)
  const used = header.keys.flatMap((key) => order.columns[key ?? '']?.label ?? [])
  say({ kind: 'opened', columns: used, unknownColumns: [...header.unknown], rowsTotal })
  let answered = 0
  Atomics.wait(order.asked, 0, answered)
  for await (const rows of batches(sheet, header, order)) {
    say({ kind: 'rows', rows })
    answered += 1
    Atomics.wait(order.asked, 0, answered)
  }
  say({ kind: 'end' })
}

const refuse = (error: unknown): void => {
  if (!(error instanceof UnreadableSpreadsheet)) throw error
  const refusal: FromReader = { kind: 'refused', reason: error.reason, detail: error.detail }
  parentPort?.postMessage(refusal)
}

if (parentPort) {
  // Who waits for other calls comes first. Linux lowers this thread alone, others the process: there it stays as it is.
  if (process.platform === 'linux') setPriority(readerNiceness)
  // What a worker is handed was written by `openSpreadsheet`, and nobody else starts it.
  serve(workerData as ToReader, parentPort).catch(refuse)
}
