import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Gauge, type Registry } from 'prom-client'
import { openTaskThread } from '../task-thread.ts'
import type { DrawnPdf } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'

/** The use of a PDF. `receipt` is for mails, and for checking a text before it is sent: rendered before downloads and never rejected. */
export type PdfPurpose = 'receipt' | 'download'

interface RenderOptions {
  readonly purpose: PdfPurpose
  /** Aborts when the caller no longer waits. A document that no caller waits for is not rendered. */
  readonly signal?: AbortSignal
}

/** Renders documents to PDFs, one at a time in its own thread; concurrent requests for the same content share the result. */
export interface PdfRenderer {
  /**
   * Renders a document. The bytes are shared with other callers and must not be changed.
   * @throws PdfQueueFull if too many downloads are queued; the signal's reason if it aborts; Error if the document can't be rendered within 20
   * s, not counting time in the queue
   */
  render(document: PdfDocument, options: RenderOptions): Promise<Buffer>
  /** Renders the document, as `render` does, and returns the letters that its pages can't show. */
  unshownLetters(document: PdfDocument, options: RenderOptions): Promise<readonly string[]>
  waiting(): Readonly<Record<PdfPurpose, number>>
  close(): Promise<void>
}

/** Thrown when too many downloads are queued. A retry in a few seconds can succeed. */
export class PdfQueueFull extends Error {}

/** Maximum number of queued documents for download. The last one must still be rendered within a request's 10 s. */
export const maxWaitingDownloads = 32

interface RendererOptions {
  /** Maximum size of the PDF cache in bytes; the least recently used PDFs are evicted. */
  readonly cacheBytes?: number
  readonly maxWaiting?: number
}

interface Job {
  readonly document: PdfDocument
  readonly result: PromiseWithResolvers<DrawnPdf>
  purpose: PdfPurpose
  callers: number
}

// Equal documents have equal JSON, since they are plain data with a fixed key order.
const contentHash = (document: PdfDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('base64')

export const openPdfRenderer = ({
  cacheBytes = 32 * 2 ** 20,
  maxWaiting = maxWaitingDownloads,
}: RendererOptions = {}): PdfRenderer => {
  const thread = openTaskThread<PdfDocument, DrawnPdf>({
    module: new URL('./pdf-worker.ts', import.meta.url),
    name: 'pdf',
    maxTasks: 1,
    timeoutMs: 20_000,
    keepMs: 60_000,
  })
  const cache = new LRUCache<string, DrawnPdf>({
    maxSize: cacheBytes,
    sizeCalculation: ({ bytes }) => bytes.byteLength,
  })
  /** The current and the queued documents by content hash, oldest first. */
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
      const { bytes, unshown } = await thread.run(job.document)
      // A thread receives a Buffer as a Uint8Array.
      const pdf = { bytes: Buffer.from(bytes.buffer), unshown }
      cache.set(key, pdf)
      job.result.resolve(pdf)
    } catch (error) {
      job.result.reject(error)
    }
    jobs.delete(key)
    current = undefined
    void drawNext()
  }

  const enqueue = (key: string, document: PdfDocument, purpose: PdfPurpose): Job => {
    if (purpose === 'download' && countWaiting('download') >= maxWaiting) throw new PdfQueueFull()
    const job: Job = { document, purpose, result: Promise.withResolvers(), callers: 0 }
    jobs.set(key, job)
    void drawNext()
    return job
  }

  const waitFor = (key: string, job: Job, signal: AbortSignal | undefined): Promise<DrawnPdf> =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        reject(signal?.reason)
        job.callers -= 1
        // The current document is finished and cached anyway, so that a retry gets it immediately.
        if (job.callers === 0 && job !== current && jobs.get(key) === job) jobs.delete(key)
      }
      job.callers += 1
      signal?.addEventListener('abort', cancel, { once: true })
      job.result.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', cancel))
    })

  const draw = async (document: PdfDocument, { purpose, signal }: RenderOptions): Promise<DrawnPdf> => {
    signal?.throwIfAborted()
    const key = contentHash(document)
    const cached = cache.get(key)
    if (cached) return cached
    const job = jobs.get(key) ?? enqueue(key, document, purpose)
    if (purpose === 'receipt') job.purpose = purpose
    return waitFor(key, job, signal)
  }

  return {
    render: async (document, options) => (await draw(document, options)).bytes,
    unshownLetters: async (document, options) => (await draw(document, options)).unshown,
    waiting: () => ({ receipt: countWaiting('receipt'), download: countWaiting('download') }),
    close: async () => {
      for (const [key, job] of jobs) {
        if (job !== current) jobs.delete(key)
        job.result.reject(new Error('The server stops'))
      }
      await thread.close()
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    pdf: PdfRenderer
  }
}

/** Opens the renderer that all features share, as `app.pdf`. */
export const servePdfs = (app: FastifyInstance): void => {
  const pdf = openPdfRenderer()
  app.addHook('onClose', pdf.close)
  app.decorate('pdf', pdf)
  measurePdfs(app.metrics, pdf)
}

const measurePdfs = (metrics: Registry, pdf: Pick<PdfRenderer, 'waiting'>): void => {
  new Gauge({
    name: 'kontor_pdfs_waiting',
    help: 'PDFs that wait to be drawn, by what they are for: a receipt that goes by mail, or a download.',
    labelNames: ['purpose'],
    registers: [metrics],
    collect() {
      for (const [purpose, waiting] of Object.entries(pdf.waiting())) this.set({ purpose }, waiting)
    },
  })
}
