import { Worker } from 'node:worker_threads'
import type { PdfDocument } from './pdf-document.ts'

/** Makes PDFs beside the server's own thread, so that no other call waits for one. */
export interface PdfRenderer {
  /** @throws Error when the document cannot be drawn or takes longer than 20 s. */
  render(document: PdfDocument): Promise<Buffer>
  close(): Promise<void>
}

interface Waiting {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

type Answer = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string })

const timeoutMs = 20_000

/** The thread starts with the first document and stays; one that dies fails what it was asked and is replaced. */
export const openPdfRenderer = (): PdfRenderer => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const take = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (one) clearTimeout(one.timer)
    if (waiting.size === 0) worker?.unref()
    return one
  }

  const failAll = (reason: string): void => {
    worker = undefined
    for (const id of [...waiting.keys()]) take(id)?.reject(new Error(reason))
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      name: 'pdf',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    started.on('message', (answer: Answer) => {
      const one = take(answer.id)
      if ('bytes' in answer) one?.resolve(Buffer.from(answer.bytes.buffer))
      else one?.reject(new Error(`The PDF could not be made: ${answer.failure}`))
    })
    started.on('error', (error) => {
      if (worker === started) failAll(`The thread that makes PDFs failed: ${error.message}`)
    })
    started.on('exit', () => {
      if (worker === started) failAll('The thread that makes PDFs ended')
    })
    return started
  }

  const giveUp = (): void => {
    const hanging = worker
    failAll(`A PDF took longer than ${timeoutMs} ms`)
    hanging?.terminate()
  }

  return {
    render: (document) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        worker.ref()
        const id = ++lastId
        waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, timeoutMs) })
        worker.postMessage({ id, document })
      }),
    close: async () => {
      const ending = worker
      failAll('The server stops')
      await ending?.terminate()
    },
  }
}
