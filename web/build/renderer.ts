/** Renders the site's documents. Bundled for the build and, since it stays in the output, for the server. */
import type { PageRequest, SiteRenderer } from '@kontor/contract/site/site.schema'
import { type PageId, pages } from '../src/site/pages.ts'
import { renderPage } from '../src/site/render.tsx'
import { cspHash, type DocumentParts, type SocialImage, siteDocument } from './document.ts'
import { speculationRules } from './speculation.ts'

/** What all documents have in common, and the styles of each page. */
export interface SiteParts extends Omit<DocumentParts, 'headScript' | 'speculation' | 'styles'> {
  readonly headScripts: { readonly plain: string; readonly withIslands: string }
  /** Whether the browser may prefetch the site's other pages. */
  readonly prefetches: boolean
  /** Inlined in each page, or the URL of a style sheet (dev server). */
  readonly styles: Readonly<Record<string, string>> | string
  /** By page and language. */
  readonly images: Readonly<Record<string, Readonly<Record<string, SocialImage>>>>
}

export const hasIslands = (markup: string): boolean => markup.includes('data-island=')

/** One public page in one language, complete. A page with a refused form has no scripts, so it needs no islands. */
export const renderDocument = (request: PageRequest<PageId>, parts: SiteParts) => {
  const content = renderPage(request)
  const isLive = !request.refused && hasIslands(content.markup)
  const headScript = isLive ? parts.headScripts.withIslands : parts.headScripts.plain
  const others = Object.values(pages).flatMap(({ path }) => (path === null || path === content.path ? [] : path))
  const speculation = parts.prefetches ? speculationRules(others) : null
  const styles = typeof parts.styles === 'string' ? { href: parts.styles } : { inline: parts.styles[request.id] ?? '' }
  const html = siteDocument(
    content,
    { ...parts, headScript, speculation, styles, islands: isLive ? parts.islands : null },
    parts.images[request.id]?.[request.language] ?? null,
  )
  return {
    html,
    scriptHashes: [headScript, ...(speculation ? [speculation] : [])].map(cspHash),
    styleHashes: 'inline' in styles ? [cspHash(styles.inline)] : [],
  }
}

export { pageIds, renderPage } from '../src/site/render.tsx'
export { pages }

// The server calls it through this type.
renderDocument satisfies (request: PageRequest<'home'>, parts: SiteParts) => ReturnType<SiteRenderer['renderDocument']>
