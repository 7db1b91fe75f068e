import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { EarlyAction } from './early-input.ts'
import { documentLanguage } from './language-choice.ts'
import { isPageId, pages } from './pages.ts'
import { SiteApp } from './site-app.tsx'

const replay = (action: EarlyAction): void => {
  if (action.kind === 'tap') action.button.click()
  else action.form.requestSubmit(action.submitter)
}

const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  const id = root?.dataset.page
  if (!root || !isPageId(id)) throw new Error('This document is not a page of the site.')
  const { Page } = await pages[id].load()
  const early = window.earlyInput
  const fresh = early?.renderIn ?? null
  const app = <SiteApp page={pages[id]} initialLanguage={fresh ?? documentLanguage()} Page={Page} />
  // In one go, so that no event falls between the head script's listeners and React's.
  const actions = early?.release() ?? []
  flushSync(() => {
    if (fresh) createRoot(root).render(app)
    else hydrateRoot(root, app)
  })
  early?.reveal()
  for (const action of actions) replay(action)
}

await start()
