import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CompanyFacts, deliveredCompany } from '@kontor/contract/company/company.rules'
import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { originPlaceholder, type SiteLanguage } from '@kontor/contract/site/site.rules'
import {
  type InlineHashes,
  type PlainPage,
  type RefusalKind,
  type RenderedPage,
  type RenderedSite,
  type SiteDocument,
  type SiteManifest,
  siteManifestSchema,
} from '@kontor/contract/site/site.schema'
import type { StoredContent } from '@kontor/contract/site-editing/site-editing.rules'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { fileResource, type Resource, readAsset, type StaticFile, textResource } from '../http/assets.ts'
import { reportViolations } from '../http/security-headers.ts'
import { type OnePage, openRenderThreads } from './render-thread.ts'

type PageVariants = Readonly<Record<SiteLanguage, StaticFile>>

/** The documents for one state of the company's content. They are all replaced together. */
export interface SiteDocuments {
  /** The pages, by their Norwegian path. */
  readonly pages: ReadonlyMap<string, PageVariants>
  readonly notFound: PageVariants
  readonly refusals: Readonly<Record<RefusalKind, PageVariants>>
  /** Files that depend on the content, by path: photos and the web manifest. */
  readonly files: ReadonlyMap<string, StaticFile>
  /** The content of these documents; null for the content that Kontor is delivered with. */
  readonly content: StoredContent | null
  /** The third-party hosts of the company's tags. */
  readonly tagHosts: SiteManifest['tagHosts']
}

/** A file of the content, such as a photo. */
export interface ContentFile {
  readonly path: string
  readonly type: string
  readonly content: Buffer
}

/** A page with unsaved content and without its scripts, and the CSP source of its styles. */
export interface Preview {
  readonly html: string
  readonly styleHashes: readonly string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null when there is no site. */
    refusedForms: Pick<Site, 'refusedForm' | 'current'> | null
  }
}

/** Returns the company's facts in these documents. */
export const companyOf = ({ content }: SiteDocuments): CompanyFacts => content?.company ?? deliveredCompany

/** The web build in memory, with the public address written into it. */
export interface Site {
  /** The current documents. */
  current(): SiteDocuments
  /**
   * Renders all documents with this content, then replaces the current documents. Null stands for the content that Kontor is delivered with.
   * Concurrent calls run one after the other.
   * @throws Error if the documents can't be rendered; then the current ones stay
   */
  show(content: StoredContent | null, files?: readonly ContentFile[]): Promise<void>
  /** Renders one page with unsaved content. @throws Error if it can't be rendered */
  preview(content: StoredContent, page: OnePage): Promise<Preview>
  /** The ids of the pages that can be previewed. */
  readonly pageIds: ReadonlySet<string>
  /** The office's pages by path, with parameters in braces. They contain placeholders for the nonce and the company. */
  readonly office: ReadonlyMap<string, string>
  readonly assets: ReadonlyMap<string, StaticFile>
  /**
   * Renders the home page with a refused contact form that was sent without scripts.
   * @throws HttpError 503 while too many visitors wait for a rendering
   */
  refusedForm(language: SiteLanguage, refused: RefusedForm): Promise<StaticFile>
  /** Renders a document for readers without scripts. @throws HttpError 503 while too many renderings wait */
  plain(page: PlainPage): Promise<string>
}

/** Returns a page's own policy. Of inline scripts and styles, it allows only those of that page. */
const sitePolicy = ({ scriptHashes, styleHashes }: InlineHashes, hosts: SiteManifest['tagHosts']): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes, ...hosts.script].join(' '),
    `style-src ${styleHashes.join(' ')}`,
    ["img-src 'self' data:", ...hosts.image].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...hosts.connect].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    reportViolations,
  ].join('; ')

const readManifest = async (folder: string) => {
  const file = join(folder, 'manifest.json')
  try {
    return siteManifestSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    const state = errorCode(cause) === 'ENOENT' ? 'is not built' : 'is damaged or of another version'
    throw new StartFailure(`The web part in ${folder} ${state}. Build it with: npm run build`, { cause })
  }
}

const pageHeaders = (document: RenderedPage, hosts: SiteManifest['tagHosts']) => ({
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding, Cookie',
  'content-language': document.language,
  'content-security-policy': sitePolicy(document, hosts),
})

const pageFile = (document: RenderedPage, hosts: SiteManifest['tagHosts'], publicUrl: string): StaticFile => ({
  resource: textResource(document.html.replaceAll(originPlaceholder, publicUrl)),
  headers: pageHeaders(document, hosts),
})

/** Makes a page for one visitor: not compressed, and never cached. */
const visitorsFile = (document: RenderedPage, hosts: SiteManifest['tagHosts'], publicUrl: string): StaticFile => ({
  resource: fileResource(
    Buffer.from(document.html.replaceAll(originPlaceholder, publicUrl)),
    'text/html; charset=utf-8',
  ),
  headers: { ...pageHeaders(document, hosts), 'cache-control': 'no-store' },
})

const variantsOf = (
  documents: readonly RenderedPage[],
  hosts: SiteManifest['tagHosts'],
  publicUrl: string,
): PageVariants => {
  const variant = (language: SiteLanguage): StaticFile => {
    const document = documents.find((candidate) => candidate.language === language)
    if (!document) throw new StartFailure(`The web part lacks a page in "${language}". Build it again.`)
    return pageFile(document, hosts, publicUrl)
  }
  return { no: variant('no'), en: variant('en') }
}

const refusalsOf = (
  pages: readonly (RenderedPage & { readonly kind: RefusalKind })[],
  hosts: SiteManifest['tagHosts'],
  publicUrl: string,
): SiteDocuments['refusals'] => {
  const variants = (wanted: RefusalKind): PageVariants =>
    variantsOf(
      pages.filter(({ kind }) => kind === wanted),
      hosts,
      publicUrl,
    )
  return { failed: variants('failed'), 'too-many': variants('too-many') }
}

/** Loads the documents that the build has rendered, with the content that Kontor is delivered with. */
const loadDelivered = async (folder: string, manifest: SiteManifest, publicUrl: string): Promise<SiteDocuments> => {
  const read = <Document extends SiteDocument>(documents: readonly Document[]) =>
    Promise.all(
      documents.map(async (document) => ({ ...document, html: await readFile(join(folder, document.file), 'utf8') })),
    )
  const load = async (documents: readonly SiteDocument[]): Promise<PageVariants> =>
    variantsOf(await read(documents), manifest.tagHosts, publicUrl)
  const pages = manifest.pages.map(async ({ path, documents }) => [path, await load(documents)] as const)
  return {
    pages: new Map(await Promise.all(pages)),
    notFound: await load(manifest.notFound),
    refusals: refusalsOf(await read(manifest.refusals), manifest.tagHosts, publicUrl),
    files: new Map(),
    content: null,
    tagHosts: manifest.tagHosts,
  }
}

const documentsOf = (
  { documents, refusals, tagHosts, webManifest }: RenderedSite,
  content: StoredContent,
  { files, publicUrl }: { readonly files: readonly ContentFile[]; readonly publicUrl: string },
): SiteDocuments => {
  const byPath = Map.groupBy(documents, ({ path }) => path)
  const pages = [...byPath].flatMap(([path, variants]) =>
    path === null ? [] : [[path, variantsOf(variants, tagHosts, publicUrl)] as const],
  )
  return {
    pages: new Map(pages),
    notFound: variantsOf(byPath.get(null) ?? [], tagHosts, publicUrl),
    refusals: refusalsOf(refusals, tagHosts, publicUrl),
    files: new Map([
      ...files.map(({ path, type, content }): [string, StaticFile] => [
        path,
        { resource: fileResource(content, type), headers: { 'cache-control': immutable } },
      ]),
      [
        '/site.webmanifest',
        {
          resource: textResource(webManifest, 'application/manifest+json'),
          headers: { 'cache-control': 'no-cache', vary: 'Accept-Encoding' },
        },
      ],
    ]),
    content,
    tagHosts,
  }
}

// regexp: texts in our own documents are escaped, so each element ends at the next closing tag.
const scriptElement = /<script\b[^>]*>.*?<\/script>/gs

const immutable = 'public, max-age=31536000, immutable'

/**
 * Reads the web build from its folder (`web/dist`). `publicUrl` is written into canonical addresses. Throws `StartFailure` if there is no
 * build, or if it is inconsistent.
 */
export const loadSite = async (folder: string, publicUrl: string): Promise<Site> => {
  const manifest = await readManifest(folder)
  const delivered = await loadDelivered(folder, manifest, publicUrl)
  const threads = openRenderThreads({
    module: join(folder, manifest.renderer.module),
    parts: join(folder, manifest.renderer.parts),
  })
  let shown = delivered
  /** The files of the current and of the previous content. Pages that visitors have open still use the previous photos. */
  let shownFiles: readonly ContentFile[] = []
  let last: Promise<unknown> = Promise.resolve()

  const loadAsset = async (file: string): Promise<Resource> => {
    const asset = await readAsset(folder, file)
    // The sitemap and robots.txt contain the public address.
    if (!asset.plain.includes(originPlaceholder)) return asset
    return textResource(asset.plain.toString('utf8').replaceAll(originPlaceholder, publicUrl), asset.type)
  }
  const office = manifest.office.map(
    async ({ path, file }) => [path, await readFile(join(folder, file), 'utf8')] as const,
  )
  const assets = manifest.assets.map(async ({ path, file, immutable: isImmutable }) => {
    const headers = { 'cache-control': isImmutable ? immutable : 'no-cache', vary: 'Accept-Encoding' }
    return [path, { resource: await loadAsset(file), headers }] as const
  })
  const render = async (content: StoredContent | null, files: readonly ContentFile[]): Promise<SiteDocuments> =>
    content === null ? delivered : documentsOf(await threads.render(content), content, { files, publicUrl })

  /** The rendered pages for unknown links. Anyone can request these, so they are rendered only once per state of the content. */
  const unknownLinks = new Map<PlainPage['kind'], { readonly of: SiteDocuments; readonly html: string }>()

  return {
    refusedForm: async (language, refused) => {
      const { content, tagHosts } = shown
      return visitorsFile(await threads.refusedForm({ language, refused }, content), tagHosts, publicUrl)
    },
    plain: async (page) => {
      const of = shown
      const ready = unknownLinks.get(page.kind)
      if (page.shown === null && ready?.of === of) return ready.html
      const html = await threads.plain(page, companyOf(of))
      if (page.shown === null) unknownLinks.set(page.kind, { of, html })
      return html
    },
    current: () => shown,
    show: async (content, files = []) => {
      const next = last.then(async () => {
        shown = await render(content, [...shownFiles, ...files])
        shownFiles = files
      })
      last = next.catch(() => undefined)
      await next
    },
    preview: async (content, page) => {
      const { documents } = await threads.render(content, page)
      const [document] = documents
      if (!document) throw new Error(`The renderer returned nothing for the page "${page.id}"`)
      const html = document.html.replaceAll(scriptElement, '').replaceAll(originPlaceholder, publicUrl)
      return { html, styleHashes: document.styleHashes }
    },
    pageIds: new Set(manifest.renderer.pages),
    office: new Map(await Promise.all(office)),
    assets: new Map(await Promise.all(assets)),
  }
}
