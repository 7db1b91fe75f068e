import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PdfDocument } from './pdf-document.ts'
import { openPdfThread } from './pdf-thread.ts'

/** What a PDF is for. Receipts go with mails: they are drawn before downloads and never refused. */
export type PdfPurpose = 'receipt' | 'download'

interface RenderOptions {
  readonly purpose: PdfPurpose
  /** Aborts when the caller no longer waits. A document that nobody waits for any more is not drawn. */
  readonly signal?: AbortSignal
}

/** Turns documents into PDFs: one at a time in a thread of its own, each content once for all who ask for it. */
export interface PdfRenderer {
  /**
   * The bytes are shared with other callers and must not be changed.
   * @throws PdfQueueFull for a download when too many wait already, the signal's reason when it aborts, and Error when the
   * document cannot be drawn or its drawing takes longer than 20 s. Time spent waiting is not counted.
   */
  render(document: PdfDocument, options: RenderOptions): Promise<Buffer>
  /** How many documents wait to be drawn. */
  waiting(): Readonly<Record<PdfPurpose, number>>
  close(): Promise<void>
}

/** Too many downloads wait already; come back in some seconds. */
export class PdfQueueFull extends Error {}

/** Downloads that may wait, one for each content: few enough that the last one is served within the 10 s of a call. */
export const maxWaitingDownloads = 32

interface RendererOptions {
  /** Bytes of PDFs that are kept; the least recently used go first. */
  readonly cacheBytes?: number
  /** Downloads that may wait. */
  readonly maxWaiting?: number
}

interface Job {
  readonly document: PdfDocument
  readonly drawn: PromiseWithResolvers<Buffer>
  purpose: PdfPurpose
  callers: number
}

// Documents are plain data, whose keys are always written in the same order.
const contentHash = (document: PdfDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('base64')

export const openPdfRenderer = ({
  cacheBytes = 32 * 2 ** 20,
  maxWaiting = maxWaitingDownloads,
}: RendererOptions = {}): PdfRenderer => {
  const thread = openPdfThread()
  const cache = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ byteLength }) => byteLength })
  /** The document that is being drawn and those that wait, by content hash, oldest first. */
  const jobs = new Map<string, Job>()
  let current: Job | undefined

  const countWaiting = (purpose: PdfPurpose): number =>
    [...jobs.values()].filter((job) => job !== current && job.purpose === purpose).length

  const drawNext = async (): Promise<void> => {
    if (current) return
    const waiting = [...jobs]
    const next = waiting.find(([, { purpose }]) => purpose === 'receipt') ?? waiting[0]
    if (!next) return
    const [key, job] = next
    current = job
    try {
      const pdf = await thread.draw(job.document)
      cache.set(key, pdf)
      job.drawn.resolve(pdf)
    } catch (error) {
      job.drawn.reject(error)
    }
    jobs.delete(key)
    current = undefined
    void drawNext()
  }

  const enqueue = (key: string, document: PdfDocument, purpose: PdfPurpose): Job => {
    if (purpose === 'download' && countWaiting('download') >= maxWaiting) throw new PdfQueueFull()
    const job: Job = { document, purpose, drawn: Promise.withResolvers(), callers: 0 }
    jobs.set(key, job)
    void drawNext()
    return job
  }

  const join = (key: string, job: Job, signal: AbortSignal | undefined): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason)
        job.callers -= 1
        // What is being drawn is finished and kept: the next try gets it at once.
        if (job.callers === 0 && job !== current && jobs.get(key) === job) jobs.delete(key)
      }
      job.callers += 1
      signal?.addEventListener('abort', leave, { once: true })
      job.drawn.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })

  return {
    render: async (document, { purpose, signal }) => {
      signal?.throwIfAborted()
      const key = contentHash(document)
      const kept = cache.get(key)
      if (kept) return kept
      const job = jobs.get(key) ?? enqueue(key, document, purpose)
      if (purpose === 'receipt') job.purpose = purpose
      return join(key, job, signal)
    },
    waiting: () => ({ receipt: countWaiting('receipt'), download: countWaiting('download') }),
    close: async () => {
      for (const [key, job] of jobs) {
        if (job === current) continue
        jobs.delete(key)
        job.drawn.reject(new Error('The server stops'))
      }
      await thread.close()
    },
  }
}
