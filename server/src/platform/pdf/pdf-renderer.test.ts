import { afterEach, describe, expect, test, vi } from 'vitest'
import { onCleanup } from '../../testing/cleanup.ts'
import { holdPdfThread } from '../../testing/pdf-thread.ts'
import type { PdfDocument } from './pdf-document.ts'
import { openPdfRenderer, PdfQueueFull } from './pdf-renderer.ts'

const documentOf = (title: string): PdfDocument => ({
  title,
  author: 'Eksempel AS',
  language: 'nb-NO',
  createdAt: '2026-03-24T09:00:00.000Z',
  letterhead: { lines: [], facts: [] },
  runningHead: title,
  footer: 'Eksempel AS',
  pageLabel: '{page}/{pages}',
  blocks: [{ kind: 'title', text: title }],
})

const openRenderer = (options?: Parameters<typeof openPdfRenderer>[0]) => {
  const renderer = openPdfRenderer(options)
  onCleanup(renderer.close)
  // Its thread takes longer to start than a document to draw.
  return {
    ...renderer,
    download: (title: string, signal?: AbortSignal) =>
      renderer.render(documentOf(title), { purpose: 'download', ...(signal && { signal }) }),
    receipt: (title: string) => renderer.render(documentOf(title), { purpose: 'receipt' }),
  }
}

/** For tests whose documents have titles of their own. */
const shared = openRenderer()

/** Waits until the thread has received `count` documents. */
const waitForDocuments = (thread: { titles(): string[] }, count: number) =>
  expect.poll(() => thread.titles().length).toBeGreaterThanOrEqual(count)

afterEach(() => {
  vi.useRealTimers()
})

describe('the same content', () => {
  test('is drawn once for concurrent requests, and cached for later ones', async () => {
    const thread = holdPdfThread()
    const { download, receipt } = shared
    const asked = [download('En'), receipt('En'), ...Array.from({ length: 30 }, () => download('En'))]
    thread.release()
    const [first, ...others] = await Promise.all(asked)
    for (const other of others) expect(other).toBe(first)
    expect(await download('En')).toBe(first)
    expect(thread.titles()).toEqual(['En'])
  })

  test('is drawn again after its eviction from the cache', async () => {
    const thread = holdPdfThread()
    thread.release()
    const size = (await shared.download('A')).byteLength
    const { download } = openRenderer({ cacheBytes: Math.floor(2.5 * size) })
    for (const title of ['A', 'B', 'A', 'C', 'A', 'B']) await download(title)
    expect(thread.titles().slice(1)).toEqual(['A', 'B', 'C', 'B'])
  })

  test('is not cached when it is larger than the cache', async () => {
    const thread = holdPdfThread()
    thread.release()
    const { download } = openRenderer({ cacheBytes: 100 })
    await download('A')
    await download('A')
    expect(thread.titles()).toEqual(['A', 'A'])
  })
})

describe('the queue', () => {
  test('draws receipts before downloads, and promotes a queued download that is also requested as a receipt', async () => {
    const thread = holdPdfThread()
    const { download, receipt, waiting } = shared
    const downloads = ['D1', 'D2', 'D3', 'D4'].map((title) => download(title))
    const receipts = ['R', 'D4'].map(receipt)
    expect(waiting()).toEqual({ receipt: 2, download: 2 })
    thread.release()
    await Promise.all([...downloads, ...receipts])
    expect(thread.titles()).toEqual(['D1', 'D4', 'R', 'D2', 'D3'])
    expect(waiting()).toEqual({ receipt: 0, download: 0 })
  })

  test('rejects downloads beyond its limit, but neither receipts nor queued documents', async () => {
    const thread = holdPdfThread()
    const { download, receipt } = openRenderer({ maxWaiting: 2 })
    const asked = ['A', 'B', 'C'].map((title) => download(title))
    await expect(download('D')).rejects.toThrow(PdfQueueFull)
    asked.push(download('B'), receipt('R'))
    thread.release()
    await Promise.all(asked)
    await download('D')
    expect(thread.titles()).toEqual(['A', 'R', 'B', 'C', 'D'])
  })

  test('skips a document whose callers have all left, and draws one that still has a caller', async () => {
    const thread = holdPdfThread()
    const { download, waiting } = shared
    const [onlyCaller, oneOfTwo] = [new AbortController(), new AbortController()]
    const current = download('SA')
    const abandoned = expect(download('SB', onlyCaller.signal)).rejects.toThrow('left')
    const impatient = expect(download('SC', oneOfTwo.signal)).rejects.toThrow('gone')
    const patient = download('SC')
    onlyCaller.abort(new Error('left'))
    oneOfTwo.abort(new Error('gone'))
    expect(waiting()).toEqual({ receipt: 0, download: 1 })
    thread.release()
    await Promise.all([current, abandoned, impatient, patient])
    expect(thread.titles()).toEqual(['SA', 'SC'])
  })

  test('finishes and caches the current document when its caller leaves', async () => {
    const thread = holdPdfThread()
    const { download } = shared
    const leaving = new AbortController()
    const left = expect(download('FA', leaving.signal)).rejects.toThrow('left')
    leaving.abort(new Error('left'))
    await left
    const next = download('FB')
    thread.release()
    await next
    await download('FA')
    expect(thread.titles()).toEqual(['FA', 'FB'])
  })

  test('rejects queued documents when it is closed', async () => {
    holdPdfThread()
    const { download, close } = openRenderer()
    const failed = ['A', 'B'].map((title) => expect(download(title)).rejects.toThrow('The server stops'))
    await Promise.all([...failed, close()])
  })
})

describe('the time limit of 20 s', () => {
  test('starts with the drawing of a document, not with its request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const thread = holdPdfThread()
    const { download } = openRenderer()
    const [first, second] = [download('A'), download('B')]
    vi.advanceTimersByTime(19_000)
    thread.releaseOne()
    await first
    await waitForDocuments(thread, 2)
    vi.advanceTimersByTime(19_000)
    thread.release()
    expect((await second).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('fails only the document that exceeds it: queued ones are drawn in a new thread', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const thread = holdPdfThread()
    const { download, receipt } = openRenderer()
    const hanging = expect(download('A')).rejects.toThrow('The thread "pdf" took longer than 20000 ms')
    const waiting = [download('B'), receipt('R')]
    const before = thread.thread()
    vi.advanceTimersByTime(20_000)
    await hanging
    vi.useRealTimers()
    await waitForDocuments(thread, 2)
    expect(thread.thread()).not.toBe(before)
    thread.release()
    await Promise.all(waiting)
    expect(thread.titles()).toEqual(['A', 'R', 'B'])
  })
})

test('a thread that dies fails only the document that it was drawing', async () => {
  const thread = holdPdfThread()
  const { download } = openRenderer()
  const drawn = expect(download('A')).rejects.toThrow('The thread "pdf" ended')
  const waiting = download('B')
  await thread.thread().terminate()
  await drawn
  thread.release()
  await waiting
  expect(thread.titles()).toEqual(['A', 'B'])
})
