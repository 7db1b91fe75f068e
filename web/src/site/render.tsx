import { renderToString } from 'react-dom/server'
import { pageTexts } from '../content/page-texts.ts'
import type { Language, Translated } from '../platform/i18n.tsx'
import { isPageId, type PageId, pages } from './pages.ts'
import { SiteApp } from './site-app.tsx'

/** What stands in the browser's tab and in search results. */
export const textsOfPages: Readonly<Record<PageId, Translated<{ title: string; description: string }>>> = pageTexts

/** A page's markup in one language, as the browser's first render will make it too. */
export const renderPage = async (id: PageId, language: Language): Promise<string> => {
  const { Page } = await pages[id].load()
  const document = { ...textsOfPages[id][language], parts: new Map<string, string>() }
  return renderToString(<SiteApp page={pages[id]} initial={{ language, document }} Page={Page} />)
}

export const pageIds = Object.keys(pages).filter(isPageId)

export { pages }
