import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { LanguageProvider } from '../../platform/i18n.tsx'
import { type SiteContent, SiteContentProvider } from '../../platform/site-content.ts'
import { documentLanguage } from '../head/language-choice.ts'
import { readIslandContent } from './island-content.ts'
import { islands } from './islands.tsx'
import { keepLeftDraft } from './left-draft.ts'

const hydrate = (element: HTMLElement, content: SiteContent): void => {
  const island = islands[element.dataset.island ?? '']
  if (!island) throw new Error(`islands.tsx lists no "${element.dataset.island}".`)
  hydrateRoot(
    element,
    <SiteContentProvider value={content}>
      <LanguageProvider language={documentLanguage()}>{island}</LanguageProvider>
    </SiteContentProvider>,
  )
}

/**
 * Hydrates the page's islands and sends the forms submitted before. This is a function so that it can be tried again: until the visitor
 * leaves the page, the browser caches the failure of top-level code.
 */
export const start = (): void => {
  // Renders synchronously, so that no event is lost between the head script's listeners and React's.
  const content = readIslandContent()
  keepLeftDraft()
  const submits = window.pageHead?.release() ?? []
  flushSync(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) hydrate(element, content)
  })
  for (const { form, submitter } of submits) form.requestSubmit(submitter)
}
