import type { PageRequest } from '@kontor/contract/site/site.schema'
import type { ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { LanguageProvider } from '../../platform/i18n.tsx'
import { type SiteContent, SiteContentProvider, textsWith } from '../../platform/site-content.ts'
import { SiteFooter } from '../components/site-footer.tsx'
import { SiteHeader } from '../components/site-header.tsx'
import { CookieBanner } from '../consent/cookie-banner.tsx'
import { CookieDialogs } from '../consent/cookie-dialogs.tsx'
import { RefusedFormContext } from '../islands/refused-form.ts'
import { pageTexts } from '../texts/page-texts.ts'
import { readyPageTexts } from '../texts/ready-page-texts.ts'
import { isPageId, type PageId, pages } from './pages.ts'
import { structuredData } from './structured-data.ts'

interface SiteAppProps {
  readonly id: string
  readonly Page: ComponentType
}

/** Renders a whole public page, in the build or on the server. The browser runs only its islands. */
function SiteApp({ id, Page }: SiteAppProps) {
  return (
    <>
      <SiteHeader page={id} />
      <main id="main">
        <Page />
      </main>
      <SiteFooter page={id} />
      <CookieBanner />
      <CookieDialogs />
    </>
  )
}

export const hasIslands = (markup: string): boolean => markup.includes('data-island=')

/** Keeps browsers from breaking "e-post" after its hyphen. Not for pages with islands: hydrated markup must stay as React expects it. */
const keepWordsWhole = (markup: string): string =>
  markup.replaceAll(/>[^<]+/g, (text) =>
    text.replaceAll(/\be-(?:post|mail)/gi, '<span class="whitespace-nowrap">$&</span>'),
  )

/** Renders a page in one language with the company's content. Returns the markup, which includes the islands' first render, and metadata. */
export const renderPage = ({ id, language, refused }: PageRequest<PageId>, content: SiteContent) => {
  const { path, Page } = pages[id]
  const { title, description } = textsWith<{ title: string; description: string }>(content, pageTexts[id], language)
  const advice = refused?.values === null ? textsWith(content, readyPageTexts, language).goBack : undefined
  const page = (
    <SiteContentProvider value={content}>
      <LanguageProvider language={language}>
        <RefusedFormContext value={refused ? { ...refused, advice } : null}>
          <SiteApp id={id} Page={Page} />
        </RefusedFormContext>
      </LanguageProvider>
    </SiteContentProvider>
  )
  const staticMarkup = renderToStaticMarkup(page)
  // Only pages with islands contain React's comments, by which hydration finds texts.
  const markup = hasIslands(staticMarkup) ? renderToString(page) : keepWordsWhole(staticMarkup)
  const data = structuredData({ id, language, path, content })
  return { language, path, title, description, markup, data }
}

export const pageIds = Object.keys(pages).filter(isPageId)
