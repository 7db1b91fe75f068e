import { parentPort } from 'node:worker_threads'
import { drawPdf } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'

/** The thread that draws PDFs: takes one document after the other and answers each with its bytes, or why it could not. */
const port = parentPort
if (!port) throw new Error('This file is run as a worker thread')

port.on('message', async ({ id, document }: { id: number; document: PdfDocument }) => {
  try {
    const bytes = Uint8Array.from(await drawPdf(document))
    port.postMessage({ id, bytes }, [bytes.buffer])
  } catch (error) {
    port.postMessage({ id, failure: error instanceof Error ? error.message : String(error) })
  }
})
