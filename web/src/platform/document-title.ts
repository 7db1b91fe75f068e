import { languageTag, type SiteLanguage } from '@kontor/contract/site/site.rules'
import { useEffect } from 'react'
import { officeCompany as company } from './office-company.ts'

/** Sets the title of the browser's tab and history entry. */
export const useDocumentTitle = (screen: string): void => {
  useEffect(() => {
    document.title = `${screen} · ${company.shortName}`
  }, [screen])
}

/** Sets the document's language, for screen readers and hyphenation. */
export const useDocumentLanguage = (language: SiteLanguage): void => {
  useEffect(() => {
    document.documentElement.lang = languageTag[language]
  }, [language])
}
