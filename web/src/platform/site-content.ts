import { type CompanyFacts, deliveredCompany, fillCompanyTags } from '@kontor/contract/company/company.rules'
import type { SiteLanguage } from '@kontor/contract/site/site.rules'
import type { ChangedTexts, SiteTexts, StoredContent } from '@kontor/contract/site-editing/site-editing.rules'
import { createContext, useContext } from 'react'

type Dictionary<Texts> = Readonly<Record<SiteLanguage, Texts>>

/** The site's content: the company's facts, and the texts that the company has changed, by dictionary and path (`page.title`). */
export interface SiteContent {
  readonly company: CompanyFacts
  readonly texts: ReadonlyMap<object, SiteTexts>
}

const belowPrefix = (texts: ChangedTexts, prefix: string): ChangedTexts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([id, text]) => (id.startsWith(prefix) ? [[id.slice(prefix.length), text]] : [])),
  )

/** Converts stored facts and texts to content. The texts' ids begin with the names of `dictionaries`. */
export const contentFrom = (
  { company, texts: { no, en } }: StoredContent,
  dictionaries: Readonly<Record<string, object>>,
): SiteContent => ({
  company,
  texts: new Map(
    Object.entries(dictionaries).map(([name, dictionary]) => [
      dictionary,
      { no: belowPrefix(no, `${name}.`), en: belowPrefix(en, `${name}.`) },
    ]),
  ),
})

export const deliveredContent: SiteContent = { company: deliveredCompany, texts: new Map() }

const SiteContentContext = createContext(deliveredContent)

export const SiteContentProvider = SiteContentContext.Provider

export const useSiteContent = (): SiteContent => useContext(SiteContentContext)

/** Returns the company's current facts. */
export const useCompany = (): CompanyFacts => useSiteContent().company

/** The placeholder for a value that the page inserts into a text, such as a name. */
export const insertedTag = '{verdi}'

interface Replacements {
  readonly company: CompanyFacts
  readonly changed: ChangedTexts
}

const resolve = (node: unknown, path: string, replacements: Replacements): unknown => {
  const { company, changed } = replacements
  const own = Object.hasOwn(changed, path) ? changed[path] : undefined
  if (typeof node === 'string') return fillCompanyTags(own ?? node, company)
  if (typeof node === 'function') {
    return (inserted: unknown) =>
      fillCompanyTags(own?.replaceAll(insertedTag, () => String(inserted)) ?? String(node(inserted)), company)
  }
  if (typeof node !== 'object' || node === null) return node
  const below = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (Array.isArray(node)) return node.map((item, index) => resolve(item, below(String(index)), replacements))
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value, below(key), replacements)]))
}

/** Caches resolved dictionaries, so that they stay the same objects between renders. */
const resolved = new WeakMap<SiteContent, Map<unknown, unknown>>()

/** Returns a dictionary's texts in a language, with the company's changes and facts. */
export const textsWith = <Texts>(
  content: SiteContent,
  dictionary: Dictionary<Texts>,
  language: SiteLanguage,
): Texts => {
  const known = resolved.get(content) ?? new Map<unknown, unknown>()
  resolved.set(content, known)
  const delivered = dictionary[language]
  const texts =
    known.get(delivered) ??
    resolve(delivered, '', { company: content.company, changed: content.texts.get(dictionary)?.[language] ?? {} })
  known.set(delivered, texts)
  // `resolve` keeps the dictionary's shape: strings stay strings, functions stay functions.
  return texts as Texts
}
