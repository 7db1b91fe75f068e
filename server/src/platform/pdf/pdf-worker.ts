import { parentPort } from 'node:worker_threads'
import { drawPdf } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import type { ThreadAnswer } from './pdf-thread.ts'

/** The thread that draws PDFs: takes one document after the other and answers each with its bytes, or why it could not. */
const port = parentPort
if (!port) throw new Error('This file is run as a worker thread')

const draw = async (document: PdfDocument): Promise<ThreadAnswer> => {
  try {
    return { bytes: Uint8Array.from(await drawPdf(document)) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

port.on('message', async (document: PdfDocument) => {
  const answer = await draw(document)
  port.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : [])
})
