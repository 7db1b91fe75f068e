import { z } from 'zod'
import type { PublicAgreement } from '../agreements/agreements.answers.schema.ts'
import type { CompanyFacts } from '../company/company.rules.ts'
import { tooLong } from '../shared/fields.ts'
import type { RefusedForm } from '../shared/public-form.ts'
import type { StoredContent } from '../site-editing/site-editing.rules.ts'
import { type SiteLanguage, siteLanguages } from './site.rules.ts'

const path = z.string().startsWith('/')
/** The path of a built file, relative to the manifest. */
// regexp: the build writes the manifest.
const file = z.string().regex(/^(?!\/)(?!.*\.\.).+$/)
/** A CSP source such as `'sha256-…'`. */
const hash = z.string().regex(/^'sha256-[A-Za-z0-9+/=]+'$/)

const inlineHashesSchema = z.object({ scriptHashes: z.array(hash), styleHashes: z.array(hash) })

const documentSchema = inlineHashesSchema.extend({ language: z.enum(siteLanguages), file })

export const renderedPageSchema = inlineHashesSchema.extend({ language: z.enum(siteLanguages), html: z.string() })

export type RenderedPage = z.output<typeof renderedPageSchema>

/** A document with the company's content. */
const renderedDocumentSchema = renderedPageSchema.extend({
  id: z.string(),
  /** The Norwegian path; null for the 404 page. */
  path: path.nullable(),
})

export type RenderedDocument = z.output<typeof renderedDocumentSchema>

/** The reasons for which a browser without scripts gets a prerendered page when it sends a form. The page doesn't repeat the input. */
export const refusalKinds = ['failed', 'too-many'] as const

export type RefusalKind = (typeof refusalKinds)[number]

const refusalKind = z.enum(refusalKinds)

/** One public page: its Norwegian path and its document in each language. */
const pageSchema = z.object({ path, documents: z.array(documentSchema).length(siteLanguages.length) })

/** Third-party hosts that the pages may use; empty unless the company configured tags. */
const hosts = z.array(z.string().regex(/^https:\/\/(?:\*\.)?[a-z0-9.-]+$/))

const tagHosts = z.object({ script: hosts, connect: hosts, image: hosts })

/** All documents of the site with the company's content. */
export const renderedSiteSchema = z.object({
  documents: z.array(renderedDocumentSchema),
  refusals: z.array(renderedPageSchema.extend({ kind: refusalKind })),
  tagHosts,
  /** The content of `site.webmanifest`. */
  webManifest: z.string(),
})

export type RenderedSite = z.output<typeof renderedSiteSchema>

/** The web build's manifest for the server (`web/dist/manifest.json`). */
export const siteManifestSchema = z.object({
  pages: z.array(pageSchema),
  notFound: z.array(documentSchema).length(siteLanguages.length),
  refusals: z.array(documentSchema.extend({ kind: refusalKind })).length(refusalKinds.length * siteLanguages.length),
  tagHosts,
  /** `module` renders pages (`SiteRenderer`), `parts` is a JSON file that it needs, and `pages` are the ids of its pages. */
  renderer: z.object({ module: file, parts: file, pages: z.array(z.string()) }),
  /** The office's pages; a path has its parameters in braces: `/agreement-response/{token}`. */
  office: z.array(z.object({ path, file })),
  /** All other files, served unchanged; `immutable` files have a content hash in their name. */
  assets: z.array(z.object({ path, file, immutable: z.boolean() })),
})

export type SiteManifest = z.output<typeof siteManifestSchema>
export type SiteDocument = z.output<typeof documentSchema>
/** The CSP sources of a document's inline scripts and styles. */
export type InlineHashes = z.output<typeof inlineHashesSchema>

/** The page to render. */
export interface PageRequest<Id extends string = string> {
  readonly id: Id
  readonly language: SiteLanguage
  /** The rejected contact form that the home page shows again, in a browser without scripts. */
  readonly refused?: RefusedForm
}

/** A page of a personal link, rendered for browsers without scripts. */
export interface PlainPage {
  readonly kind: 'agreement'
  /** The agreement and the address of its PDF; null when the link is unknown. */
  readonly shown: { readonly view: PublicAgreement; readonly pdf: string } | null
}

/** The renderer that both the build and the server use. */
export interface SiteRenderer {
  /** Renders the whole site if `page` is null, else that page. Returns no documents for an unknown page. */
  render(content: StoredContent, parts: unknown, page: Pick<PageRequest, 'id' | 'language'> | null): RenderedSite
  renderDocument(request: PageRequest<'home'>, parts: unknown, content: StoredContent | null): RenderedPage
  renderPlain(page: PlainPage, company: CompanyFacts, parts: unknown): string
}

const directiveName = z.string().max(100, tooLong(100)).optional()

/** Browsers' reports of policy violations, by `report-uri` or the Reporting API (`report-to`). Keeps only the violated directive. */
export const policyReportsSchema = z.union([
  z.object({ 'csp-report': z.object({ 'effective-directive': directiveName, 'violated-directive': directiveName }) }),
  z
    .array(z.object({ type: z.string().max(100, tooLong(100)), body: z.object({ effectiveDirective: directiveName }) }))
    .max(50),
])

export type PolicyReports = z.output<typeof policyReportsSchema>
