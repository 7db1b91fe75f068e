import { Worker } from 'node:worker_threads'
import type { PdfDocument } from './pdf-document.ts'

/** Draws PDFs beside the server's own thread, so that no other call waits for one. */
export interface PdfThread {
  /**
   * Draws one document. The caller waits for it before asking for the next.
   * @throws Error when the document cannot be drawn or takes longer than 20 s; the next one gets a new thread if need be.
   */
  draw(document: PdfDocument): Promise<Buffer>
  close(): Promise<void>
}

/** What the thread posts for each document. */
export type ThreadAnswer = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly failure: string }

interface Asked {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** How long drawing one document may take. Milliseconds. */
const timeoutMs = 20_000

/** The thread starts with the first document and stays; one that dies or hangs fails its document and is replaced. */
export const openPdfThread = (): PdfThread => {
  let worker: Worker | undefined
  let asked: Asked | undefined

  const takeAsked = (): Asked | undefined => {
    const one = asked
    asked = undefined
    if (one) clearTimeout(one.timer)
    // An idle thread does not keep the process alive.
    worker?.unref()
    return one
  }

  const abandon = (reason: string): void => {
    worker = undefined
    takeAsked()?.reject(new Error(reason))
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      name: 'pdf',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    started.on('message', (answer: ThreadAnswer) => {
      // A terminated thread's last answer may still arrive, when its successor is drawing something else.
      if (worker !== started) return
      const one = takeAsked()
      if ('bytes' in answer) one?.resolve(Buffer.from(answer.bytes.buffer))
      else one?.reject(new Error(`The PDF could not be made: ${answer.failure}`))
    })
    started.on('error', (error) => {
      if (worker === started) abandon(`The thread that makes PDFs failed: ${error.message}`)
    })
    started.on('exit', () => {
      if (worker === started) abandon('The thread that makes PDFs ended')
    })
    return started
  }

  const end = async (reason: string): Promise<void> => {
    const ending = worker
    abandon(reason)
    await ending?.terminate()
  }

  return {
    draw: (document) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        worker.ref()
        const timer = setTimeout(() => void end(`A PDF took longer than ${timeoutMs} ms`), timeoutMs)
        asked = { resolve, reject, timer }
        worker.postMessage(document)
      }),
    close: () => end('The server stops'),
  }
}
