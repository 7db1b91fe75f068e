import { pathIn } from '@kontor/contract/site/site.rules'
import type { Language } from '../platform/i18n.tsx'
import { readStaticParts, type StaticParts } from '../platform/static-part.tsx'
import { toLanguage } from './language-choice.ts'

/** What the page's scripts take from its document in one language, instead of bringing it themselves. */
export interface PageDocument {
  readonly title: string
  /** What its head says of it to search engines and to those who share it. */
  readonly tags: readonly Element[]
  readonly parts: StaticParts
}

const loaded = new Map<Language, Promise<PageDocument>>()

const tagsOf = (source: Document): Element[] => [
  ...source.head.querySelectorAll('meta[name="description"], link[rel="canonical"], meta[property^="og:"]'),
]

/** The same tags stand in a page's documents in the same order. */
export const putTags = (tags: readonly Element[]): void => {
  for (const [index, tag] of tagsOf(document).entries()) tag.replaceWith(tags[index]?.cloneNode() ?? '')
}

const read = (source: Document): PageDocument => ({
  title: source.title,
  tags: tagsOf(source).map((tag) => document.importNode(tag)),
  parts: readStaticParts(source),
})

const fetchDocument = async (language: Language): Promise<PageDocument> => {
  // An unknown address has its page, too, with status 404.
  const response = await fetch(pathIn(language, location.pathname))
  const source = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (toLanguage(source.documentElement.lang) !== language) throw new Error(`No document in "${language}".`)
  return read(source)
}

/** This page's document in a language; rejects when it cannot be had. A failure is not kept. */
export const documentIn = (language: Language): Promise<PageDocument> => {
  const known = loaded.get(language)
  if (known) return known
  const wanted = fetchDocument(language)
  loaded.set(language, wanted)
  wanted.catch(() => loaded.delete(language))
  return wanted
}

/** Reads the document that is shown, before anything is rendered over it. */
export const keepShownDocument = (language: Language): PageDocument => {
  const shown = read(document)
  loaded.set(language, Promise.resolve(shown))
  return shown
}
