import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RefusedForm } from '@kontor/contract/shared/public-form'
import { originPlaceholder, type SiteLanguage } from '@kontor/contract/site/site.rules'
import {
  type InlineHashes,
  type SiteDocument,
  type SiteManifest,
  type SiteRenderer,
  siteManifestSchema,
} from '@kontor/contract/site/site.schema'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../lifecycle/start-failure.ts'
import { type Resource, readAsset, type StaticFile, textResource } from './assets.ts'
import type { ErrorPage } from './error-handler.ts'

type PageVariants = Readonly<Record<SiteLanguage, StaticFile>>

/** The web build in memory, with the public address written in. */
export interface Site {
  /** By Norwegian path. */
  readonly pages: ReadonlyMap<string, PageVariants>
  readonly notFound: PageVariants
  /** The office's pages, with a placeholder for the nonce, by their paths with parameters in braces. */
  readonly office: ReadonlyMap<string, string>
  readonly assets: ReadonlyMap<string, StaticFile>
  readonly refusedFormPage: RefusedFormPage
}

/** Renders the home page with a contact form that was sent without scripts and not stored. */
type RefusedFormPage = (language: SiteLanguage, refused: RefusedForm) => ErrorPage

declare module 'fastify' {
  interface FastifyInstance {
    /** Null when there is no site. */
    refusedFormPage: RefusedFormPage | null
  }
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

/**
 * Reads the web build from its folder (`web/dist`). `publicUrl` is written into canonical addresses. Throws `StartFailure`
 * when there is no build or it does not hold together.
 */
export const loadSite = async (folder: string, publicUrl: string): Promise<Site> => {
  const manifest = await readManifest(folder)

  const loadPage = async (documents: readonly SiteDocument[], language: SiteLanguage): Promise<StaticFile> => {
    const document = documents.find((candidate) => candidate.language === language)
    if (!document) throw new StartFailure(`The web part in ${folder} lacks a page in "${language}". Build it anew.`)
    const html = await readFile(join(folder, document.file), 'utf8')
    return {
      resource: textResource(html.replaceAll(originPlaceholder, publicUrl)),
      headers: {
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding, Cookie',
        'content-language': language,
        'content-security-policy': sitePolicy(document, manifest.tagHosts),
      },
    }
  }
  const loadVariants = async (documents: readonly SiteDocument[]): Promise<PageVariants> => ({
    no: await loadPage(documents, 'no'),
    en: await loadPage(documents, 'en'),
  })

  const pages = manifest.pages.map(async (page) => [page.path, await loadVariants(page.documents)] as const)
  const loadAsset = async (file: string): Promise<Resource> => {
    const asset = await readAsset(folder, file)
    // The map of the site and what is said to robots name its public address.
    if (!asset.plain.includes(originPlaceholder)) return asset
    return textResource(asset.plain.toString('utf8').replaceAll(originPlaceholder, publicUrl), asset.type)
  }
  const office = manifest.office.map(
    async ({ path, file }) => [path, await readFile(join(folder, file), 'utf8')] as const,
  )
  const assets = manifest.assets.map(async ({ path, file, immutable }) => {
    const caching = immutable ? 'public, max-age=31536000, immutable' : 'no-cache'
    const headers = { 'cache-control': caching, vary: 'Accept-Encoding' }
    return [path, { resource: await loadAsset(file), headers }] as const
  })
  const renderer: SiteRenderer = await import(pathToFileURL(join(folder, manifest.renderer.module)).href)
  const parts: unknown = JSON.parse(await readFile(join(folder, manifest.renderer.parts), 'utf8'))
  const refusedFormPage: RefusedFormPage = (language, refused) => {
    const document = renderer.renderDocument({ id: 'home', language, refused }, parts)
    return {
      html: document.html.replaceAll(originPlaceholder, publicUrl),
      headers: {
        'cache-control': 'no-store',
        'content-language': language,
        'content-security-policy': sitePolicy(document, manifest.tagHosts),
      },
    }
  }
  return {
    refusedFormPage,
    pages: new Map(await Promise.all(pages)),
    notFound: await loadVariants(manifest.notFound),
    office: new Map(await Promise.all(office)),
    assets: new Map(await Promise.all(assets)),
  }
}
