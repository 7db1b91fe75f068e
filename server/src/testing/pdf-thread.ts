import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import type { PdfDocument } from '../platform/pdf/pdf-document.ts'
import { afterUse } from './cleanup.ts'

interface HeldPdfThread {
  /** Titles of the documents that were handed to the thread, in that order. */
  titles(): string[]
  /** The thread that the last document was handed to. */
  thread(): Worker
  /** Lets the oldest held document through. */
  releaseOne(): void
  /** Lets all held documents through, and those to come. */
  release(): void
}

/** Holds documents back on their way to the thread that draws them, until the test that asked for it is over. */
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
  afterUse(async () => {
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
