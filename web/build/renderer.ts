/** Renders the site's documents. The build bundles this module, uses it, and keeps it in the output for the server. */

import { type CompanyFacts, deliveredCompany } from '@kontor/contract/company/company.rules'
import type { FormResult } from '@kontor/contract/shared/public-form'
import { englishPrefix, siteLanguages } from '@kontor/contract/site/site.rules'
import {
  type PageRequest,
  type PlainPage,
  type RefusalKind,
  type RenderedSite,
  refusalKinds,
  type SiteRenderer,
} from '@kontor/contract/site/site.schema'
import type { StoredContent } from '@kontor/contract/site-editing/site-editing.rules'
import { renderPlainResponse } from '../src/features/agreements/customer/plain-response.tsx'
import { contentFrom } from '../src/platform/site-content.ts'
import { tagHosts } from '../src/site/consent/tag-hosts.ts'
import { islandContent } from '../src/site/islands/island-content.ts'
import { type PageId, pages } from '../src/site/pages/pages.ts'
import { hasIslands, pageIds, renderPage } from '../src/site/pages/render.tsx'
import { dictionaries } from '../src/site/texts/dictionaries.ts'
import { cspHash, type DocumentParts, headingOf, plainDocument, type SocialImage, siteDocument } from './document.ts'

/**
 * Returns speculation rules: the browser prefetches a page when the pointer rests on its link. `paths` are the Norwegian paths.
 * Doesn't prerender, since that would run scripts, count a visit and ask for consent before the visitor opens the page.
 */
const speculationRules = (paths: readonly string[]): string => {
  const addresses = paths.map((path) => `{${englishPrefix}}?${path}`)
  return JSON.stringify({ prefetch: [{ where: { href_matches: addresses }, eagerness: 'moderate' }] })
}

/** The parts of the build's output that documents need: shared parts, and each page's styles and images. */
export interface SiteParts extends Omit<DocumentParts, 'headScript' | 'speculation' | 'styles'> {
  readonly headScripts: { readonly plain: string; readonly withIslands: string }
  /** True if the browser may prefetch the site's other pages. */
  readonly prefetches: boolean
  /** The styles that each page inlines, by page; or the URL of a style sheet (dev server). */
  readonly styles: Readonly<Record<string, string>> | string
  /** The URLs of the office's style sheets. */
  readonly officeStyles: readonly string[]
  /** Images for link previews, by page and language. */
  readonly images: Readonly<Record<string, Readonly<Record<string, SocialImage>>>>
  /** The content of `site.webmanifest`, to which the company's name is added. */
  readonly webManifest: object
}

/** The content before the company changes anything. */
export const deliveredStored: StoredContent = { company: deliveredCompany, texts: { no: {}, en: {} } }

/** Renders a page's markup and metadata with the stored content. */
export const renderContent = (request: PageRequest<PageId>, stored: StoredContent) =>
  renderPage(request, contentFrom(stored, dictionaries))

/**
 * Renders a complete public page in one language, with the delivered content if `stored` is null. A page that shows a refused form has no
 * islands, since only browsers without scripts load such a page.
 */
export const renderDocument = (request: PageRequest<PageId>, parts: SiteParts, stored: StoredContent | null = null) => {
  const { company, texts } = stored ?? deliveredStored
  const content = renderContent(request, { company, texts })
  const isLive = !request.refused && hasIslands(content.markup)
  const headScript = isLive ? parts.headScripts.withIslands : parts.headScripts.plain
  const others = Object.values(pages).flatMap(({ path }) => (path === null || path === content.path ? [] : path))
  const speculation = parts.prefetches ? speculationRules(others) : null
  const styles = typeof parts.styles === 'string' ? { href: parts.styles } : { inline: parts.styles[request.id] ?? '' }
  const data = { ...content, company, islandContent: islandContent({ company, texts }, request.language) }
  const islands = isLive ? parts.islands : null
  // Images show the delivered heading. A page whose heading was changed doesn't use its image.
  const drawn = parts.images[request.id]?.[request.language]
  const image = drawn?.heading === headingOf(content.markup) ? drawn : null
  const html = siteDocument(data, { ...parts, headScript, speculation, styles, islands }, image)
  return {
    language: request.language,
    html,
    scriptHashes: [headScript, ...(speculation ? [speculation] : [])].map(cspHash),
    styleHashes: 'inline' in styles ? [cspHash(styles.inline)] : [],
  }
}

/** The results shown for refusals. `minutes` is the longest wait that the rate limit can require; the Retry-After header has the exact wait. */
const refusals: Readonly<Record<RefusalKind, FormResult>> = {
  failed: { kind: 'failed', status: null },
  'too-many': { kind: 'too-many', minutes: 10 },
}

/** Prerenders the home page for each kind of refusal of a form. These pages can't show the visitor's input. */
const renderRefusals = (stored: StoredContent, parts: SiteParts): RenderedSite['refusals'] =>
  refusalKinds.flatMap((kind) =>
    siteLanguages.map((language) => {
      const refused = { values: null, problems: {}, result: refusals[kind] }
      return { kind, ...renderDocument({ id: 'home', language, refused }, parts, stored) }
    }),
  )

/** Renders the whole site, or only `page`. Returns no documents if `page` is unknown. The server calls this in a worker thread. */
export const render = (
  stored: StoredContent,
  parts: SiteParts,
  page: Pick<PageRequest, 'id' | 'language'> | null = null,
): RenderedSite => ({
  documents: pageIds
    .flatMap((id) => siteLanguages.map((language) => ({ id, language })))
    .filter(({ id, language }) => page === null || (id === page.id && language === page.language))
    .map((request) => ({ ...request, path: pages[request.id].path, ...renderDocument(request, parts, stored) })),
  refusals: page === null ? renderRefusals(stored, parts) : [],
  tagHosts: tagHosts(stored.company.tags),
  webManifest: JSON.stringify({
    ...parts.webManifest,
    name: stored.company.name,
    short_name: stored.company.shortName,
  }),
})

/** Renders a customer's agreement as a document for readers without scripts. */
export const renderPlain = (
  { shown }: PlainPage,
  company: CompanyFacts,
  { officeStyles }: Pick<SiteParts, 'officeStyles'>,
): string => {
  const { language, title, markup } = renderPlainResponse(shown, company)
  return plainDocument({ language, title: `${title} · ${company.shortName}`, markup, styles: officeStyles })
}

export { hasIslands, pageIds, pages }

// Checks the exports against the type with which the server calls them.
render satisfies (...given: Parameters<typeof render>) => ReturnType<SiteRenderer['render']>

renderDocument satisfies (
  request: PageRequest<'home'>,
  parts: SiteParts,
  content: StoredContent | null,
) => ReturnType<SiteRenderer['renderDocument']>

renderPlain satisfies (
  page: PlainPage,
  company: CompanyFacts,
  parts: SiteParts,
) => ReturnType<SiteRenderer['renderPlain']>
