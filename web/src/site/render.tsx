import { renderToString } from 'react-dom/server'
import type { Language } from '../platform/i18n.tsx'
import { isPageId, type PageId, pages } from './pages.ts'
import { SiteApp } from './site-app.tsx'

/** A page's markup in one language, as the browser's first render will make it too. */
export const renderPage = async (id: PageId, language: Language): Promise<string> => {
  const { Page } = await pages[id].load()
  return renderToString(<SiteApp page={pages[id]} initialLanguage={language} Page={Page} />)
}

export const pageIds = Object.keys(pages).filter(isPageId)

export { pages }
