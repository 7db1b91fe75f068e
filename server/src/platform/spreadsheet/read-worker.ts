import { parentPort, workerData } from 'node:worker_threads'
import { maxImportRows } from '@kontor/contract/shared/spreadsheet'
import { findHeader, type Header } from './header.ts'
import type { FromReader, ToReader } from './read-spreadsheet.ts'
import { isFilledRow, type ReadRow, rowReader } from './rows.ts'
import { openSheet, type Sheet, type SheetRow } from './sheet.ts'
import { UnreadableSpreadsheet } from './unreadable.ts'

/** How many rows may stand above the first that counts before the headers are looked for. */
const headRows = 10

const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u00a0')

/** Reads the whole file once, so that what is wrong with it is known before anything is done with its rows. */
const inspect = async (sheet: Sheet, { columns, wanted }: ToReader): Promise<{ header: Header; rowsTotal: number }> => {
  const head: SheetRow[] = []
  let filled = 0
  let header: Header | undefined
  const settleHeader = () => {
    header ??= findHeader(head, columns, wanted)
    if (header) return header
    const labels = wanted.map((key) => columns[key]?.label).join(', ')
    throw new UnreadableSpreadsheet(head.length === 0 ? 'empty' : 'unknownColumns', labels)
  }
  for await (const row of sheet.rows()) {
    if (!isFilledRow(row)) continue
    if (head.length < headRows) head.push(row)
    if (head.length === headRows) settleHeader()
    filled += 1
    // The header and what stands above it are no rows to import; ten more or less do not matter here.
    if (filled > maxImportRows + headRows) throw new UnreadableSpreadsheet('tooManyRows', grouped(maxImportRows))
  }
  const found = settleHeader()
  const above = head.filter(({ row }) => row <= found.row).length
  return { header: found, rowsTotal: filled - above }
}

async function* batches(sheet: Sheet, header: Header, { columns, batchSize }: ToReader): AsyncGenerator<ReadRow[]> {
  const readRow = rowReader(header, columns)
  let batch: ReadRow[] = []
  for await (const row of sheet.rows()) {
    if (row.row <= header.row || !isFilledRow(row)) continue
    batch.push(readRow(row))
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const serve = async (order: ToReader, port: NonNullable<typeof parentPort>): Promise<void> => {
  const say = (message: FromReader) => port.postMessage(message)
  const sheet = await openSheet(Buffer.from(order.bytes))
  const { header, rowsTotal } = await inspect(sheet, order)
  const used = header.keys.flatMap((key) => order.columns[key ?? '']?.label ?? [])
  const source = batches(sheet, header, order)
  const answer = async (): Promise<void> => {
    const { done, value } = await source.next()
    say(done ? { kind: 'end' } : { kind: 'rows', rows: value })
    if (done) port.close()
  }
  port.on('message', () => void answer().catch(refuse))
  say({ kind: 'opened', columns: used, unknownColumns: [...header.unknown], rowsTotal })
}

const refuse = (error: unknown): void => {
  if (!(error instanceof UnreadableSpreadsheet)) throw error
  const refusal: FromReader = { kind: 'refused', reason: error.reason, detail: error.detail }
  parentPort?.postMessage(refusal)
  parentPort?.close()
}

if (parentPort) {
  // What a worker is handed was written by `openSpreadsheet`, and nobody else starts it.
  serve(workerData as ToReader, parentPort).catch(refuse)
}
