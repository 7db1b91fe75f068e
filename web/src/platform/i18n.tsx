import { englishPrefix, type SiteLanguage } from '@kontor/contract/site/site.rules'
import { createContext, type ReactNode, useContext } from 'react'
import { textsWith, useSiteContent } from './site-content.ts'

export type Language = SiteLanguage

export type Translated<T> = { readonly [L in Language]: T }

/** Returns a dictionary in both languages. The English texts must have exactly the keys of the Norwegian texts. */
export const defineTexts = <T extends object>(texts: { no: T; en: NoInfer<T> }): Translated<T> => texts

interface LanguageState {
  readonly language: Language
}

const LanguageContext = createContext<LanguageState>({ language: 'no' })

export function LanguageProvider({ language, children }: LanguageState & { children: ReactNode }) {
  return <LanguageContext value={{ language }}>{children}</LanguageContext>
}

export const useLanguage = (): LanguageState => useContext(LanguageContext)

/** Returns the dictionary in the language that the visitor reads, with the company's own texts and facts. */
export const useTexts = <T,>(texts: Translated<T>): T => textsWith(useSiteContent(), texts, useLanguage().language)

/** Returns the address of a page of the site in the language that the visitor reads. */
export const useSitePath = (path: string): string => (useLanguage().language === 'en' ? englishPrefix + path : path)

/** Returns the address of the home page in the language that the visitor reads. */
export const useHomePath = (): string => useSitePath('/')
