import { answerTasks } from '../task-thread.ts'
import { drawLetters } from './draw-pdf.ts'
import type { PdfDocument } from './pdf-document.ts'

answerTasks(async (document: PdfDocument) => {
  const { bytes, unshown } = await drawLetters(document)
  return { bytes: Uint8Array.from(bytes), unshown }
})
