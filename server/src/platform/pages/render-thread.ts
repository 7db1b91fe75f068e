import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import type { RefusedForm } from '@kontor/contract/shared/public-form'
import type { SiteLanguage } from '@kontor/contract/site/site.rules'
import {
  type PlainPage,
  type RenderedPage,
  type RenderedSite,
  renderedPageSchema,
  renderedSiteSchema,
} from '@kontor/contract/site/site.schema'
import type { StoredContent } from '@kontor/contract/site-editing/site-editing.rules'
import { openTaskThread } from '../task-thread.ts'

/** The document to render. */
export interface OnePage {
  readonly id: string
  readonly language: SiteLanguage
}

/** Paths of the web build's renderer and of the parts that it needs. */
export interface RendererFiles {
  readonly module: string
  readonly parts: string
}

interface RefusedInLanguage {
  readonly language: SiteLanguage
  readonly refused: RefusedForm
}

/** The tasks of the thread: the site or one of its pages, the home page with a refused form, or a page for readers without scripts. */
export type Drawing =
  | { readonly site: StoredContent; readonly page: OnePage | null }
  | { readonly refused: RefusedInLanguage; readonly content: StoredContent | null }
  | { readonly plain: PlainPage; readonly company: CompanyFacts }

/** Renders documents off the main thread. Each method throws Error if its document can't be rendered or takes longer than 20 s. */
export interface RenderThreads {
  /** Renders all documents, or one page. */
  render(content: StoredContent, page?: OnePage | null): Promise<RenderedSite>
  /** Renders the home page with a refused form. @throws HttpError 503 while too many renderings wait */
  refusedForm(refused: RefusedInLanguage, content: StoredContent | null): Promise<RenderedPage>
  /** Renders a page for readers without scripts. @throws HttpError 503 while too many renderings wait */
  plain(page: PlainPage, company: CompanyFacts): Promise<string>
}

/** Maximum number of pages being rendered or waiting. Each takes about 30 ms; beyond the limit visitors get a prerendered page. */
const maxVisitors = 8

/** Opens two threads. Visitors have their own thread, so that they don't wait while the whole site is rendered. */
export const openRenderThreads = (files: RendererFiles): RenderThreads => {
  const options = {
    module: new URL('./render-worker.ts', import.meta.url),
    workerData: files,
    env: { NODE_ENV: 'production' },
    timeoutMs: 20_000,
  }
  const content = openTaskThread<Drawing, unknown>({ ...options, name: 'site', maxTasks: 20, keepMs: 1_000 })
  const visitors = openTaskThread<Drawing, unknown>({
    ...options,
    name: 'visitors',
    maxTasks: maxVisitors,
    keepMs: 30_000,
  })
  return {
    render: async (site, page = null) => renderedSiteSchema.parse(await content.run({ site, page })),
    refusedForm: async (refused, shown) => renderedPageSchema.parse(await visitors.run({ refused, content: shown })),
    plain: async (plain, company) => String(await visitors.run({ plain, company })),
  }
}
