import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deliveredCompany } from '@kontor/contract/company/company.rules'
import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { originPlaceholder, type SiteLanguage } from '@kontor/contract/site/site.rules'
import {
  type InlineHashes,
  type PlainAgreement,
  type RenderedDocument,
  type RenderedSite,
  type SiteDocument,
  type SiteManifest,
  type SiteRenderer,
  siteManifestSchema,
} from '@kontor/contract/site/site.schema'
import type { StoredContent } from '@kontor/contract/site-texts/site-texts.rules'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../lifecycle/start-failure.ts'
import { fileResource, type Resource, readAsset, type StaticFile, textResource } from './assets.ts'
import type { ErrorPage } from './error-handler.ts'
import { type OnePage, renderInThread } from './render-thread.ts'
import { reportViolations } from './security-headers.ts'

type PageVariants = Readonly<Record<SiteLanguage, StaticFile>>

/** The documents of one state of the company's content, which are replaced together. */
export interface SiteDocuments {
  /** By Norwegian path. */
  readonly pages: ReadonlyMap<string, PageVariants>
  readonly notFound: PageVariants
  /** Files that depend on the content, by path: photos and the web manifest. */
  readonly files: ReadonlyMap<string, StaticFile>
  /** What they were rendered with; null for what is delivered. */
  readonly content: StoredContent | null
  /** The hosts of the company's tags. */
  readonly tagHosts: SiteManifest['tagHosts']
}

/** A file of the content, such as a photo. */
export interface ContentFile {
  readonly path: string
  readonly type: string
  readonly content: Buffer
}

/** A page with unsaved content, without its scripts, and the CSP source of its styles. */
export interface Preview {
  readonly html: string
  readonly styleHashes: readonly string[]
}

/** Renders the home page with a contact form that was sent without scripts and not stored. */
type RefusedFormPage = (language: SiteLanguage, refused: RefusedForm) => ErrorPage

declare module 'fastify' {
  interface FastifyInstance {
    /** Null when there is no site. */
    refusedFormPage: RefusedFormPage | null
  }
}

/** The web build in memory, with the public address written in. */
export interface Site {
  /** The documents as they are now. */
  current(): SiteDocuments
  /**
   * Renders all documents with this content, then shows them at once; the delivered ones for null. Concurrent calls take turns.
   * @throws Error when they can't be rendered; then the current ones stay
   */
  show(content: StoredContent | null, files?: readonly ContentFile[]): Promise<void>
  /** @throws Error when the page can't be rendered */
  preview(content: StoredContent, page: OnePage): Promise<Preview>
  /** The ids of the pages that can be previewed. */
  readonly pageIds: ReadonlySet<string>
  /** The office's pages, with placeholders for the nonce and the company, by their paths with parameters in braces. */
  readonly office: ReadonlyMap<string, string>
  readonly assets: ReadonlyMap<string, StaticFile>
  readonly refusedFormPage: RefusedFormPage
  /** A customer's agreement as a document without scripts. */
  readonly plainAgreement: (request: Omit<PlainAgreement, 'company'>) => string
}

/** A page's own policy, which lets just its own script and styles through. */
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

type Rendered = Pick<RenderedDocument, 'language' | 'html' | 'scriptHashes' | 'styleHashes'>

const pageFile = (document: Rendered, hosts: SiteManifest['tagHosts'], publicUrl: string): StaticFile => ({
  resource: textResource(document.html.replaceAll(originPlaceholder, publicUrl)),
  headers: {
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Cookie',
    'content-language': document.language,
    'content-security-policy': sitePolicy(document, hosts),
  },
})

const variantsOf = (
  documents: readonly Rendered[],
  hosts: SiteManifest['tagHosts'],
  publicUrl: string,
): PageVariants => {
  const variant = (language: SiteLanguage): StaticFile => {
    const document = documents.find((candidate) => candidate.language === language)
    if (!document) throw new StartFailure(`The web part lacks a page in "${language}". Build it anew.`)
    return pageFile(document, hosts, publicUrl)
  }
  return { no: variant('no'), en: variant('en') }
}

/** The delivered documents, which the build has rendered. */
const loadDelivered = async (folder: string, manifest: SiteManifest, publicUrl: string): Promise<SiteDocuments> => {
  const load = async (documents: readonly SiteDocument[]): Promise<PageVariants> => {
    const read = documents.map(async (document) => ({
      ...document,
      html: await readFile(join(folder, document.file), 'utf8'),
    }))
    return variantsOf(await Promise.all(read), manifest.tagHosts, publicUrl)
  }
  const pages = manifest.pages.map(async ({ path, documents }) => [path, await load(documents)] as const)
  return {
    pages: new Map(await Promise.all(pages)),
    notFound: await load(manifest.notFound),
    files: new Map(),
    content: null,
    tagHosts: manifest.tagHosts,
  }
}

const documentsOf = (
  { documents, tagHosts, webManifest }: RenderedSite,
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
 * Reads the web build from its folder (`web/dist`). `publicUrl` is written into canonical addresses. Throws `StartFailure`
 * when there is no build or it does not hold together.
 */
export const loadSite = async (folder: string, publicUrl: string): Promise<Site> => {
  const manifest = await readManifest(folder)
  const delivered = await loadDelivered(folder, manifest, publicUrl)
  const rendererFiles = {
    module: join(folder, manifest.renderer.module),
    parts: join(folder, manifest.renderer.parts),
  }
  let shown = delivered
  /** Of the content that is shown. Pages that visitors have open still name the photos of the content before. */
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
    content === null
      ? delivered
      : documentsOf(await renderInThread(rendererFiles, content), content, { files, publicUrl })

  const renderer: SiteRenderer = await import(pathToFileURL(rendererFiles.module).href)
  const parts: unknown = JSON.parse(await readFile(rendererFiles.parts, 'utf8'))
  const refusedFormPage: RefusedFormPage = (language, refused) => {
    const { content, tagHosts } = shown
    const document = renderer.renderDocument({ id: 'home', language, refused }, parts, content)
    return {
      html: document.html.replaceAll(originPlaceholder, publicUrl),
      headers: {
        'cache-control': 'no-store',
        'content-language': language,
        'content-security-policy': sitePolicy(document, tagHosts),
      },
    }
  }

  return {
    refusedFormPage,
    plainAgreement: (request) =>
      renderer.renderAgreement({ ...request, company: shown.content?.company ?? deliveredCompany }, parts),
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
      const { documents } = await renderInThread(rendererFiles, content, page)
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
