/** The site's texts that the company has changed. */

import type { CompanyFacts } from '../company/company.rules.ts'

/** Changed texts by id (`about.page.title`). */
export type ChangedTexts = Readonly<Record<string, string>>

/** Changed texts by language. For every other id, the site shows the text that comes with Kontor. */
export interface SiteTexts {
  readonly no: ChangedTexts
  readonly en: ChangedTexts
}

/** Maximum length of an id, a text and a preview's texts, in characters, and number of changes per request. */
export const siteTextLimits = { id: 100, text: 2_000, preview: 300_000, changes: 200 } as const

/** Returns true if the text is one line without control characters and angle brackets, so that it can stand anywhere in a page. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\u2028\u2029<>]/u.test(text)

/** The company's stored facts and changed texts. The site's content depends on nothing else. */
export interface StoredContent {
  readonly company: CompanyFacts
  readonly texts: SiteTexts
}
