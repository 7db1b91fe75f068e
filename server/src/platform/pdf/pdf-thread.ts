import { Worker } from 'node:worker_threads'
import type { DrawnPdf } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'

/** Draws PDFs in a worker thread, so that they block no other request. */
export interface PdfThread {
  /**
   * Draws one document. The caller must await it before drawing the next.
   * @throws Error when the document cannot be drawn or takes longer than 20 s; the next one gets a new thread if necessary
   */
  draw(document: PdfDocument): Promise<DrawnPdf>
  close(): Promise<void>
}

export type ThreadResult =
  | (Omit<DrawnPdf, 'bytes'> & { readonly bytes: Uint8Array<ArrayBuffer> })
  | { readonly failure: string }

interface PendingDrawing {
  readonly resolve: (pdf: DrawnPdf) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** For drawing one document. Milliseconds. */
const timeoutMs = 20_000

/** Starts the thread with the first document and keeps it; if it dies or hangs, its document fails and it is replaced. */
export const openPdfThread = (): PdfThread => {
  let worker: Worker | undefined
  let pending: PendingDrawing | undefined

  const takePending = (): PendingDrawing | undefined => {
    const drawing = pending
    pending = undefined
    if (drawing) clearTimeout(drawing.timer)
    // An idle thread must not keep the process alive.
    worker?.unref()
    return drawing
  }

  const abandonWorker = (reason: string): void => {
    worker = undefined
    takePending()?.reject(new Error(reason))
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      name: 'pdf',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    started.on('message', (result: ThreadResult) => {
      // A terminated thread's last message may still arrive while its successor draws another document.
      if (worker !== started) return
      const drawing = takePending()
      if ('bytes' in result) drawing?.resolve({ ...result, bytes: Buffer.from(result.bytes.buffer) })
      else drawing?.reject(new Error(`The PDF could not be made: ${result.failure}`))
    })
    started.on('error', (error) => {
      if (worker === started) abandonWorker(`The thread that makes PDFs failed: ${error.message}`)
    })
    started.on('exit', () => {
      if (worker === started) abandonWorker('The thread that makes PDFs ended')
    })
    return started
  }

  const terminate = async (reason: string): Promise<void> => {
    const terminated = worker
    abandonWorker(reason)
    await terminated?.terminate()
  }

  return {
    draw: (document) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        worker.ref()
        const timer = setTimeout(() => void terminate(`A PDF took longer than ${timeoutMs} ms`), timeoutMs)
        pending = { resolve, reject, timer }
        worker.postMessage(document)
      }),
    close: () => terminate('The server stops'),
  }
}
