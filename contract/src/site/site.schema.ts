import { z } from 'zod'
import type { RefusedForm } from '../shared/public-form.ts'
import { type SiteLanguage, siteLanguages } from './site.rules.ts'

const path = z.string().startsWith('/')
/** A file of the build, relative to the manifest. */
// regexp: the build writes the manifest.
const file = z.string().regex(/^(?!\/)(?!.*\.\.).+$/)
/** A CSP source such as `'sha256-…'`. */
const hash = z.string().regex(/^'sha256-[A-Za-z0-9+/=]+'$/)

const inlineHashesSchema = z.object({ scriptHashes: z.array(hash), styleHashes: z.array(hash) })

const documentSchema = inlineHashesSchema.extend({ language: z.enum(siteLanguages), file })

/** One public page: its Norwegian path and its document in each language. */
const pageSchema = z.object({ path, documents: z.array(documentSchema).length(siteLanguages.length) })

/** Third-party hosts that the pages may use; empty unless the company configured tags. */
const hosts = z.array(z.string().regex(/^https:\/\/(?:\*\.)?[a-z0-9.-]+$/))

/** The web build's manifest for the server (`web/dist/manifest.json`). */
export const siteManifestSchema = z.object({
  pages: z.array(pageSchema),
  notFound: z.array(documentSchema).length(siteLanguages.length),
  tagHosts: z.object({ script: hosts, connect: hosts, image: hosts }),
  /** The module that renders pages (`SiteRenderer`), and the parts that it needs, in JSON. */
  renderer: z.object({ module: file, parts: file }),
  /** The office's pages; parameters in braces: `/agreement-response/{token}`. */
  office: z.array(z.object({ path, file })),
  /** All other files, served unchanged; `immutable` files have a content hash in their name. */
  assets: z.array(z.object({ path, file, immutable: z.boolean() })),
})

export type SiteManifest = z.output<typeof siteManifestSchema>
export type SiteDocument = z.output<typeof documentSchema>
/** The CSP sources of a document's inline scripts and styles. */
export type InlineHashes = z.output<typeof inlineHashesSchema>

/** What to render. */
export interface PageRequest<Id extends string = string> {
  readonly id: Id
  readonly language: SiteLanguage
  /** For the contact form on the home page, in a browser without scripts. */
  readonly refused?: RefusedForm
}

/** The build's own renderer, which the server uses too. */
export interface SiteRenderer {
  renderDocument(request: PageRequest<'home'>, parts: unknown): InlineHashes & { readonly html: string }
}
