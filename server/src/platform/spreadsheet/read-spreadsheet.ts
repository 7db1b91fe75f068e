import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Fields } from '@kontor/contract/shared/field-kinds'
import type { ChosenColumns, FileChoice } from '@kontor/contract/shared/imports'
import { errorCode } from '../errors/error-code.ts'
import { batchTimeout, heapMegabytes, openCpuTime, openTimeout } from './limits.ts'
import type { ReadRow } from './rows.ts'
import { type FileColumns, type Reason, UnreadableSpreadsheet } from './unreadable.ts'

export interface ReaderInput {
  readonly bytes: ArrayBuffer
  readonly columns: Fields
  readonly requiredAnyOf: readonly string[]
  /** The user's choice of a field for each of the file's columns; if undefined, the headers decide. */
  readonly chosen: ChosenColumns | undefined
  readonly choice: FileChoice
  /** If true, the other sheets are opened, too, to name those with rows. */
  readonly isDryRun: boolean
  readonly batchSize: number
  /** True if the file may be CSV. */
  readonly takesCsv: boolean
  /** Limit for opening, in milliseconds of the thread's CPU time. For opening and reading all batches together, the limit is twice that. */
  readonly cpuTime: number
  /** The number of batches requested so far, in shared memory. */
  readonly requested: Int32Array
}

interface Opened extends FileColumns {
  readonly kind: 'opened'
  /** Labels of the recognized columns, in the file's order. */
  readonly columns: string[]
  readonly unknownColumns: string[]
  /** Non-empty rows below the headers. */
  readonly rowsTotal: number
}

export type ReaderMessage =
  | Opened
  | { readonly kind: 'rows'; readonly rows: ReadRow[] }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'refused'
      readonly reason: Reason
      readonly detail: string
      readonly file: FileColumns | undefined
    }

/** A file that has been read completely once, so the whole file is known to be readable. */
export interface OpenSpreadsheet extends Omit<Opened, 'kind'> {
  batches(): AsyncGenerator<ReadRow[]>
  /** Ends the thread. Safe to call more than once. */
  close(): Promise<void>
}

const startReader = (input: ReaderInput): Worker =>
  new Worker(new URL('read-worker.ts', import.meta.url), {
    workerData: input,
    transferList: [input.bytes],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
  })

/** Milliseconds between checks of the reader's CPU time. */
const cpuInterval = 250

interface CpuLimit {
  readonly signal: AbortSignal
  /** Allows the reader `milliseconds` of CPU time in total. */
  extendTo(milliseconds: number): void
  stop(): void
}

/** Aborts once the reader has used `limit` milliseconds of CPU time, from its start. */
const cpuLimit = (reader: Worker, limit: number): CpuLimit => {
  let allowed = limit
  const controller = new AbortController()
  const timer = setInterval(() => {
    // `cpuUsage` rejects before the thread runs and after it has ended; neither is an error here.
    reader.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000 > allowed && controller.abort(),
      () => {},
    )
  }, cpuInterval)
  reader.once('exit', () => clearInterval(timer))
  return {
    signal: controller.signal,
    extendTo: (milliseconds) => {
      allowed = milliseconds
    },
    stop: () => clearInterval(timer),
  }
}

const nextMessage = async (reader: Worker, timeout: number, ...limits: AbortSignal[]): Promise<ReaderMessage> => {
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(timeout), ...limits])
    const [message] = await once(reader, 'message', { signal })
    // `read-worker.ts` sends no other messages.
    return message as ReaderMessage
  } catch (error) {
    if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw new UnreadableSpreadsheet('tooMuch')
    if (error instanceof Error && error.name === 'AbortError') throw new UnreadableSpreadsheet('tooSlow')
    throw error
  }
}

const toError = (message: ReaderMessage): UnreadableSpreadsheet =>
  message.kind === 'refused'
    ? new UnreadableSpreadsheet(message.reason, message.detail, message.file)
    : new UnreadableSpreadsheet('broken')

const requestBatch = (reader: Worker, requested: Int32Array, cpu: AbortSignal): Promise<ReaderMessage> => {
  const response = nextMessage(reader, batchTimeout, cpu)
  Atomics.add(requested, 0, 1)
  Atomics.notify(requested, 0)
  // Prevents an unhandled rejection: the response is awaited only after the previous batch is consumed, or never.
  response.catch(() => {})
  return response
}

async function* readBatches(reader: Worker, requested: Int32Array, cpu: AbortSignal): AsyncGenerator<ReadRow[]> {
  let pending = requestBatch(reader, requested, cpu)
  for (;;) {
    const message = await pending
    if (message.kind === 'end') return
    if (message.kind !== 'rows') throw toError(message)
    pending = requestBatch(reader, requested, cpu)
    yield message.rows
  }
}

/**
 * Opens a spreadsheet (.xlsx, .xls or CSV) in its own thread and reads it completely once. Limits unpacked bytes, rows, columns, time and
 * memory. `bytes` is transferred to the thread, and empty afterwards. The caller must close the result.
 * @param requiredAnyOf keys of columns of which a file must have at least one
 * @param batchSize rows per batch; fewer when texts are long
 * @param cpuTime limit for opening, and again for reading the batches, in milliseconds of CPU time
 * @throws UnreadableSpreadsheet, also while reading batches
 */
export const openSpreadsheet = async (
  bytes: ArrayBuffer,
  {
    columns,
    requiredAnyOf,
    chosen,
    choice = {},
    isDryRun = false,
    batchSize,
    takesCsv = false,
    cpuTime = openCpuTime,
  }: {
    columns: Fields
    requiredAnyOf: readonly string[]
    chosen?: ChosenColumns | undefined
    choice?: FileChoice
    isDryRun?: boolean
    batchSize: number
    takesCsv?: boolean
    cpuTime?: number
  },
): Promise<OpenSpreadsheet> => {
  const requested = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const reader = startReader({
    bytes,
    columns,
    requiredAnyOf,
    chosen,
    choice,
    isDryRun,
    batchSize,
    takesCsv,
    cpuTime,
    requested,
  })
  const cpu = cpuLimit(reader, cpuTime)
  const close = async () => {
    cpu.stop()
    await reader.terminate()
  }
  // Without a listener, an error would end the process. A caller that waits for the next message still gets the error.
  reader.on('error', () => {})
  try {
    const message = await nextMessage(reader, openTimeout, cpu.signal)
    if (message.kind !== 'opened') throw toError(message)
    // Reading the batches may take as long as opening the file.
    cpu.extendTo(2 * cpuTime)
    const { kind: _, ...opened } = message
    return { ...opened, batches: () => readBatches(reader, requested, cpu.signal), close }
  } catch (error) {
    await close()
    throw error
  }
}
