import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import type { PdfDocument } from '../platform/pdf/pdf-document.ts'
import { onCleanup } from './cleanup.ts'

interface HeldPdfThread {
  /** Titles of the documents posted to the thread, in order. */
  titles(): string[]
  /** The thread that the last document was posted to. */
  thread(): Worker
  /** Releases the oldest held document. */
  releaseOne(): void
  /** Releases all held documents and later ones. */
  release(): void
}

/** Holds back documents that are posted to the PDF thread, until the calling test ends. */
export const holdPdfThread = (): HeldPdfThread => {
  const post = Worker.prototype.postMessage
  const held: (() => void)[] = []
  const titles: string[] = []
  let last: Worker | undefined
  let isOpen = false
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    document: PdfDocument,
  ) {
    titles.push(document.title)
    last = this
    if (isOpen) post.call(this, document)
    else held.push(() => post.call(this, document))
  })
  const release = () => {
    isOpen = true
    for (const pass of held.splice(0)) pass()
  }
  onCleanup(async () => {
    release()
    spy.mockRestore()
  })
  return {
    titles: () => [...titles],
    thread: () => {
      if (!last) throw new Error('No document was handed to the thread')
      return last
    },
    releaseOne: () => held.shift()?.(),
    release,
  }
}
