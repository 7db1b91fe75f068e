import { languageTag } from '@kontor/contract/site/site.rules'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Language, LanguageProvider } from '../platform/i18n.tsx'
import { SiteToaster } from '../site/islands/site-toaster.tsx'
import styles from '../site/styles/site.css?inline'

const addSiteStyles = (): void => {
  const element = document.createElement('style')
  element.textContent = styles
  document.head.append(element)
  onTestFinished(() => element.remove())
}

const setDocumentLanguage = (language: string): void => {
  document.documentElement.lang = language
}

interface SiteProps {
  readonly part: ReactNode
  readonly connect: (show: (language: Language) => void) => void
}

function Site({ part, connect }: SiteProps) {
  const [language, setLanguage] = useState<Language>('no')
  useEffect(() => connect(setLanguage), [connect])
  return (
    <LanguageProvider language={language}>
      <main>
        <h1 id="contact-title">Eksempel</h1>
        {part}
      </main>
      <SiteToaster />
    </LanguageProvider>
  )
}

/**
 * Renders a part of the public site in Norwegian, under a title and with the site's styles and toasts. Returns a function that switches
 * the language.
 */
export const mountSite = async (part: ReactNode): Promise<(language: Language) => void> => {
  addSiteStyles()
  const { lang } = document.documentElement
  onTestFinished(() => setDocumentLanguage(lang))
  setDocumentLanguage(languageTag.no)
  const { promise: connected, resolve: connect } = Promise.withResolvers<(language: Language) => void>()
  await render(<Site part={part} connect={connect} />)
  const show = await connected
  return (language) => {
    setDocumentLanguage(languageTag[language])
    flushSync(() => show(language))
  }
}

/** Returns the toast with this title. */
export const siteToast = (title: string): Locator => page.getByRole('listitem').filter({ hasText: title })
