import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Columns, RowOf } from './columns.ts'
import { batchTimeout, heapMegabytes, openCpuTime, openTimeout } from './limits.ts'
import type { ReadRow } from './rows.ts'
import { type Reason, UnreadableSpreadsheet } from './unreadable.ts'

/** What the thread that reads is told. */
export interface ToReader {
  readonly bytes: ArrayBuffer
  readonly columns: Columns
  readonly wanted: readonly string[]
  readonly batchSize: number
  /** How many batches were asked for so far: shared memory. */
  readonly asked: Int32Array
}

interface Opened {
  readonly kind: 'opened'
  /** Labels of the columns that were found, in the file's order. */
  readonly columns: string[]
  readonly unknownColumns: string[]
  /** Rows below the headers, empty ones not counted. */
  readonly rowsTotal: number
}

/** What the thread that reads answers. */
export type FromReader =
  | Opened
  | { readonly kind: 'rows'; readonly rows: ReadRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly reason: Reason; readonly detail: string }

/** A row whose values are known to be those of the columns. */
export type TypedRow<C extends Columns> = Omit<ReadRow, 'values' | 'literal'> & {
  readonly values: RowOf<C>
  readonly literal: RowOf<C>
}

/** A file that was read once from end to end: nothing is wrong with it as a whole. */
export interface OpenSpreadsheet<C extends Columns> extends Omit<Opened, 'kind'> {
  batches(): AsyncGenerator<TypedRow<C>[]>
  /** Ends the thread. Safe to call more than once. */
  close(): Promise<void>
}

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY'

const startReader = (order: ToReader): Worker =>
  new Worker(new URL('read-worker.ts', import.meta.url), {
    workerData: order,
    transferList: [order.bytes],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
  })

/** Milliseconds between two looks at the processor time that a reader has used. */
const cpuInterval = 250

/** Aborts once the reader has used `limit` milliseconds of processor time. */
const cpuLimit = (reader: Worker, limit: number): { readonly signal: AbortSignal; stop(): void } => {
  const controller = new AbortController()
  const timer = setInterval(() => {
    // Rejects once the thread has ended, which the caller learns by itself.
    reader.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000 > limit && controller.abort(),
      () => clearInterval(timer),
    )
  }, cpuInterval)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

/** The reader's next answer. */
const hear = async (reader: Worker, timeout: number, ...limits: AbortSignal[]): Promise<FromReader> => {
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...limits])
    const [message] = await once(reader, 'message', { signal })
    // The other end of the channel is `read-worker.ts`, which sends nothing else.
    return message as FromReader
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === outOfMemory) {
      throw new UnreadableSpreadsheet('tooMuch')
    }
    if (error instanceof Error && error.name === 'AbortError') throw new UnreadableSpreadsheet('tooSlow')
    throw error
  }
}

const refused = (message: FromReader): UnreadableSpreadsheet =>
  message.kind === 'refused'
    ? new UnreadableSpreadsheet(message.reason, message.detail)
    : new UnreadableSpreadsheet('broken')

const ask = (reader: Worker, asked: Int32Array): Promise<FromReader> => {
  const answer = hear(reader, batchTimeout)
  Atomics.add(asked, 0, 1)
  Atomics.notify(asked, 0)
  // It is waited for only when the batch before it is used up, or never.
  answer.catch(() => {})
  return answer
}

async function* batchesOf<C extends Columns>(reader: Worker, asked: Int32Array): AsyncGenerator<TypedRow<C>[]> {
  let pending = ask(reader, asked)
  for (;;) {
    const message = await pending
    if (message.kind === 'end') return
    if (message.kind !== 'rows') throw refused(message)
    pending = ask(reader, asked)
    // `rowReader` makes a value only by its column's kind, and only under its column's key.
    yield message.rows as TypedRow<C>[]
  }
}

/**
 * Opens a spreadsheet (.xlsx or .xls) in a thread of its own, with limits on unpacked bytes, rows, columns, time and memory,
 * and reads it once from end to end. `bytes` is handed over and empty afterwards. Whoever opens it closes it.
 * @param wanted keys of columns of which a file must have at least one
 * @param batchSize rows of a batch; fewer where their texts are long
 * @param cpuTime milliseconds of processor time until it is open
 * @throws UnreadableSpreadsheet, also while its batches are read
 */
export const openSpreadsheet = async <C extends Columns>(
  bytes: ArrayBuffer,
  {
    columns,
    wanted,
    batchSize,
    cpuTime = openCpuTime,
  }: { columns: C; wanted: readonly (keyof C & string)[]; batchSize: number; cpuTime?: number },
): Promise<OpenSpreadsheet<C>> => {
  const asked = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const reader = startReader({ bytes, columns, wanted, batchSize, asked })
  const close = async () => {
    await reader.terminate()
  }
  // An error while nobody listens must not end the process; who waits for the next answer hears of it.
  reader.on('error', () => {})
  const cpu = cpuLimit(reader, cpuTime)
  try {
    const message = await hear(reader, openTimeout, cpu.signal)
    if (message.kind !== 'opened') throw refused(message)
    const { columns: found, unknownColumns, rowsTotal } = message
    return { columns: found, unknownColumns, rowsTotal, batches: () => batchesOf<C>(reader, asked), close }
  } catch (error) {
    await close()
    throw error
  } finally {
    cpu.stop()
  }
}
