import { renderToString } from 'react-dom/server'
import { pageTexts } from '../content/page-texts.ts'
import type { Language } from '../platform/i18n.tsx'
import { isPageId, type PageId, pages } from './pages.ts'
import { SiteApp } from './site-app.tsx'
import { structuredData } from './structured-data.ts'

/** Renders a page in one language: its markup, identical to the browser's first render, and its metadata. */
export const renderPage = async (id: PageId, language: Language) => {
  const texts: { title: string; description: string } = pageTexts[id][language]
  const { Page } = await pages[id].load()
  const document = { title: texts.title, tags: [], parts: new Map<string, string>() }
  const markup = renderToString(<SiteApp id={id} initial={{ language, document }} Page={Page} />)
  return { ...texts, markup, data: structuredData({ id, language, path: pages[id].path }) }
}

export const pageIds = Object.keys(pages).filter(isPageId)

export { pages }
