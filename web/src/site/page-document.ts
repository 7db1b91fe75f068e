import { languageTag, pathIn } from '@kontor/contract/site/site.rules'
import type { Language } from '../platform/i18n.tsx'
import { readStaticParts, type StaticParts } from '../platform/static-part.tsx'

/** What the page's scripts reuse from its document in one language instead of bundling it. */
export interface PageDocument {
  readonly title: string
  /** The head's tags for search engines and link previews. */
  readonly tags: readonly Element[]
  readonly parts: StaticParts
}

const documents = new Map<Language, Promise<PageDocument>>()

const tagsOf = (source: Document): Element[] => [
  ...source.head.querySelectorAll('meta[name="description"], link[rel="canonical"], meta[property^="og:"]'),
]

/** Relies on a page's documents having the same tags in the same order. */
export const replaceTags = (tags: readonly Element[]): void => {
  for (const [index, tag] of tagsOf(document).entries()) tag.replaceWith(tags[index]?.cloneNode() ?? '')
}

const readDocument = (source: Document): PageDocument => ({
  title: source.title,
  tags: tagsOf(source).map((tag) => document.importNode(tag)),
  parts: readStaticParts(source),
})

const fetchDocument = async (language: Language): Promise<PageDocument> => {
  // No check of the status: an unknown address has the 404 page.
  const response = await fetch(pathIn(language, location.pathname))
  const source = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (source.documentElement.lang !== languageTag[language]) throw new Error(`No document in "${language}".`)
  return readDocument(source)
}

/** Fetches this page's document in a language and caches it; failures reject and are not cached. */
export const documentIn = (language: Language): Promise<PageDocument> => {
  const cached = documents.get(language)
  if (cached) return cached
  const request = fetchDocument(language)
  documents.set(language, request)
  request.catch(() => documents.delete(language))
  return request
}

/** Reads and caches the current document. Call before React renders over it. */
export const cacheCurrentDocument = (language: Language): PageDocument => {
  const current = readDocument(document)
  documents.set(language, Promise.resolve(current))
  return current
}
