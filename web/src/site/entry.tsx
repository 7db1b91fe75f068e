import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { EarlyAction } from './early-input.ts'
import { documentLanguage } from './language-choice.ts'
import { documentIn, keepShownDocument } from './page-document.ts'
import { isPageId, pages } from './pages.ts'
import { SiteApp } from './site-app.tsx'
import type { Shown } from './use-shown-language.ts'

const replay = (action: EarlyAction): void => {
  if (action.kind === 'tap') action.button.click()
  else action.form.requestSubmit(action.submitter)
}

/** The page in the visitor's language, where the server could not give it; null where that is not to be had either. */
const inAnotherLanguage = async (): Promise<Shown | null> => {
  const language = window.earlyInput?.renderIn
  if (!language) return null
  return documentIn(language).then(
    (document) => ({ language, document }),
    () => null,
  )
}

/**
 * Makes the page live. Rejects where something that it needs cannot be loaded, and may then be called again: were this the
 * module's own work, a browser would keep the failure until the page is left.
 */
export const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  const id = root?.dataset.page
  if (!root || !isPageId(id)) throw new Error('This document is not a page of the site.')
  const shown: Shown = { language: documentLanguage(), document: keepShownDocument(documentLanguage()) }
  const [{ Page }, other] = await Promise.all([pages[id].load(), inAnotherLanguage()])
  const app = <SiteApp page={pages[id]} initial={other ?? shown} Page={Page} />
  // In one go, so that no event falls between the head script's listeners and React's.
  const actions = window.earlyInput?.release() ?? []
  flushSync(() => {
    if (other) createRoot(root).render(app)
    else hydrateRoot(root, app)
  })
  window.earlyInput?.reveal()
  for (const action of actions) replay(action)
}
