import type { PageRequest } from '@kontor/contract/site/site.schema'
import { renderToString } from 'react-dom/server'
import { pageTexts } from '../content/page-texts.ts'
import { LanguageProvider } from '../platform/i18n.tsx'
import { RefusedFormContext } from '../platform/refused-form.ts'
import { isPageId, type PageId, pages } from './pages.ts'
import { SiteApp } from './site-app.tsx'
import { structuredData } from './structured-data.ts'

/** Renders a page in one language: its markup, in which the islands are as React renders them first, and its metadata. */
export const renderPage = ({ id, language, refused }: PageRequest<PageId>) => {
  const { path, Page } = pages[id]
  const texts: { title: string; description: string } = pageTexts[id][language]
  const markup = renderToString(
    <LanguageProvider language={language}>
      <RefusedFormContext value={refused ?? null}>
        <SiteApp id={id} Page={Page} />
      </RefusedFormContext>
    </LanguageProvider>,
  )
  return { language, path, ...texts, markup, data: structuredData({ id, language, path }) }
}

export const pageIds = Object.keys(pages).filter(isPageId)
