import type { ComponentType } from 'react'
import { CookieBanner } from '../features/site/components/cookie-banner.tsx'
import { SiteFooter } from '../features/site/components/site-footer.tsx'
import { SiteHeader } from '../features/site/components/site-header.tsx'
import { LanguageProvider } from '../platform/i18n.tsx'
import { StaticPartsProvider } from '../platform/static-part.tsx'
import type { PageId } from './pages.ts'
import { SiteToaster } from './site-toaster.tsx'
import { type ShownPage, useShownLanguage } from './use-shown-language.ts'

interface SiteAppProps {
  readonly id: PageId
  readonly initial: ShownPage
  readonly Page: ComponentType<{ id: string }>
}

/** A whole public page, for both the build's prerender and the browser. */
export function SiteApp({ id, initial, Page }: SiteAppProps) {
  const [{ language, document }, setLanguage] = useShownLanguage(initial)
  return (
    <LanguageProvider language={language} setLanguage={setLanguage}>
      <StaticPartsProvider value={document.parts}>
        <SiteHeader page={id} />
        <Page id={id} />
        <SiteFooter page={id} />
        <CookieBanner />
        <SiteToaster />
      </StaticPartsProvider>
    </LanguageProvider>
  )
}
