import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { EarlyAction } from './early-input.ts'
import { documentLanguage } from './language-choice.ts'
import { cacheCurrentDocument, documentIn } from './page-document.ts'
import { isPageId, pages } from './pages.ts'
import { SiteApp } from './site-app.tsx'
import type { ShownPage } from './use-shown-language.ts'

const replay = (action: EarlyAction): void => {
  if (action.kind === 'click') action.button.click()
  else action.form.requestSubmit(action.submitter)
}

/** The page in the visitor's language if the document has another; null if that can't be fetched either. */
const fetchInVisitorLanguage = async (): Promise<ShownPage | null> => {
  const language = window.earlyInput?.renderIn
  if (!language) return null
  return documentIn(language).then(
    (document) => ({ language, document }),
    () => null,
  )
}

/**
 * Hydrates the page. Rejects if something can't be loaded, and may then be called again. Not top-level module code: the
 * browser would cache its failure until the visitor leaves the page.
 */
export const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  const id = root?.dataset.page
  if (!root || !isPageId(id)) throw new Error('This document is not a page of the site.')
  const current: ShownPage = { language: documentLanguage(), document: cacheCurrentDocument(documentLanguage()) }
  const [{ Page }, translated] = await Promise.all([pages[id].load(), fetchInVisitorLanguage()])
  const app = <SiteApp id={id} initial={translated ?? current} Page={Page} />
  // Synchronously, so that no event is lost between the head script's listeners and React's.
  const actions = window.earlyInput?.release() ?? []
  flushSync(() => {
    if (translated) createRoot(root).render(app)
    else hydrateRoot(root, app)
  })
  window.earlyInput?.reveal()
  for (const action of actions) replay(action)
}
