import { type ComponentType, useCallback, useLayoutEffect, useState } from 'react'
import { SiteFooter } from '../features/site/components/site-footer.tsx'
import { SiteHeader } from '../features/site/components/site-header.tsx'
import { type Language, LanguageProvider } from '../platform/i18n.tsx'
import { rememberLanguage } from './language-choice.ts'
import type { SitePage } from './pages.ts'
import { showLanguage } from './show-language.ts'
import { SiteToaster } from './site-toaster.tsx'

interface SiteAppProps {
  readonly page: SitePage
  readonly initialLanguage: Language
  readonly Page: ComponentType
}

/** The whole of a public page, on the server of the build and in the browser alike. */
export function SiteApp({ page, initialLanguage, Page }: SiteAppProps) {
  const [language, setLanguage] = useState(initialLanguage)
  const choose = useCallback((next: Language) => {
    rememberLanguage(next)
    setLanguage(next)
  }, [])
  const { title, description } = page.texts[language]
  useLayoutEffect(() => showLanguage(language, title, description), [language, title, description])

  return (
    <LanguageProvider language={language} setLanguage={choose}>
      <SiteHeader isHome={page.path === '/'} />
      <Page />
      <SiteFooter />
      <SiteToaster />
    </LanguageProvider>
  )
}
