import {
  type CompanyFacts,
  deliveredCompany,
  type TaggedFact,
  taggedFacts,
} from '@kontor/contract/company/company.rules'
import { islandContentId, type SiteLanguage } from '@kontor/contract/site/site.rules'
import type { ChangedTexts, StoredContent } from '@kontor/contract/site-editing/site-editing.rules'
import { contentFrom, deliveredContent, type SiteContent } from '../../platform/site-content.ts'
import { islandDictionaries } from '../texts/island-dictionaries.ts'

interface IslandContent {
  readonly company: Pick<CompanyFacts, TaggedFact>
  /** Texts in the page's language. */
  readonly texts: ChangedTexts
}

const names = Object.keys(islandDictionaries)

/** Picks the content that a page's islands need; null if the company has changed none of the islands' texts and facts. */
export const islandContent = ({ company, texts }: StoredContent, language: SiteLanguage): IslandContent | null => {
  const changed = Object.entries(texts[language]).filter(([id]) => names.includes(id.slice(0, id.indexOf('.'))))
  if (changed.length === 0 && taggedFacts.every((fact) => company[fact] === deliveredCompany[fact])) return null
  const { name, shortName, organizationNumber, founded, phone, email, street, postCode, city } = company
  return {
    company: { name, shortName, organizationNumber, founded, phone, email, street, postCode, city },
    texts: Object.fromEntries(changed),
  }
}

/** Returns the content of this page's islands. */
export const readIslandContent = (): SiteContent => {
  const text = document.getElementById(islandContentId)?.textContent
  if (!text) return deliveredContent
  const { company, texts }: IslandContent = JSON.parse(text)
  return contentFrom(
    { company: { ...deliveredCompany, ...company }, texts: { no: texts, en: texts } },
    islandDictionaries,
  )
}
