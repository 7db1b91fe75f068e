import { parentPort } from 'node:worker_threads'
import { drawLetters } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'
import type { ThreadResult } from './pdf-thread.ts'

/** The PDF thread: receives one document at a time, and posts its bytes or the reason for the failure. */
const port = parentPort
if (!port) throw new Error('This file is run as a worker thread')

const draw = async (document: PdfDocument): Promise<ThreadResult> => {
  try {
    const { bytes, unshown } = await drawLetters(document)
    return { bytes: Uint8Array.from(bytes), unshown }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

port.on('message', async (document: PdfDocument) => {
  const result = await draw(document)
  port.postMessage(result, 'bytes' in result ? [result.bytes.buffer] : [])
})
