import { Worker } from 'node:worker_threads'
import { type RenderedSite, renderedSiteSchema } from '@kontor/contract/site/site.schema'
import type { StoredContent } from '@kontor/contract/site-texts/site-texts.rules'

/** Which documents to render; all of them without it. */
export interface OnePage {
  readonly id: string
  readonly language: 'no' | 'en'
}

/** What the thread gets at its start: paths of the web build's renderer and of the parts that it needs. */
export interface RendererFiles {
  readonly module: string
  readonly parts: string
}

/** What the thread gets for each rendering. */
export interface RenderRequest {
  readonly content: StoredContent
  readonly page: OnePage | null
}

export type RenderResult = { readonly site: unknown } | { readonly failure: string }

/** For one rendering of all documents, which takes a tenth of a second. Milliseconds. */
const timeoutMs = 20_000

/**
 * Renders documents in a thread of its own, so that no request waits for it. Each rendering has its own thread, since the facts change
 * rarely and an idle one would keep 30 MB.
 * @throws Error when they can't be rendered or it takes longer than 20 s
 */
export const renderInThread = (
  files: RendererFiles,
  content: StoredContent,
  page: OnePage | null = null,
): Promise<RenderedSite> =>
  new Promise((resolve, reject) => {
    const request: RenderRequest & RendererFiles = { ...files, content, page }
    const thread = new Worker(new URL('./render-worker.ts', import.meta.url), {
      name: 'site',
      workerData: request,
      env: { NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const timer = setTimeout(() => {
      reject(new Error(`The site took longer than ${timeoutMs} ms to render`))
      void thread.terminate()
    }, timeoutMs)
    thread.once('message', (result: RenderResult) => {
      if ('failure' in result) return reject(new Error(`The site could not be rendered: ${result.failure}`))
      try {
        resolve(renderedSiteSchema.parse(result.site))
      } catch (error) {
        reject(error)
      }
    })
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The thread that renders the site ended without an answer'))
    })
  })
