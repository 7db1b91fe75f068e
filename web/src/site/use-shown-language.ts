import { languageTag, pathIn } from '@kontor/contract/site/site.rules'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { siteTexts } from '../content/site-texts.ts'
import type { Language } from '../platform/i18n.tsx'
import { toast } from '../ui/toast-store.ts'
import { isPinnedToEnglish, rememberLanguage } from './language-choice.ts'
import { documentIn, type PageDocument, replaceTags } from './page-document.ts'

export interface ShownPage {
  readonly language: Language
  readonly document: PageDocument
}

/** Applies a language to everything outside the React tree: `lang`, title, head tags and URL. */
const showLanguage = ({ language, document: { title, tags } }: ShownPage): void => {
  document.documentElement.lang = languageTag[language]
  document.title = title
  replaceTags(tags)
  // A page under `/en` would be English again after a reload, so Norwegian gets its own URL.
  if (language === 'no' && isPinnedToEnglish())
    history.replaceState(history.state, '', pathIn('no', location.pathname) + location.search + location.hash)
}

/** The current page and a language setter: everything changes at once, when the document in the new language has loaded. */
export const useShownLanguage = (initial: ShownPage): readonly [ShownPage, (language: Language) => void] => {
  const [shown, setShown] = useState(initial)
  // The last choice wins, whichever document arrives first.
  const lastChoice = useRef(initial.language)
  const choose = useCallback(async (language: Language) => {
    lastChoice.current = language
    rememberLanguage(language)
    try {
      const document = await documentIn(language)
      if (lastChoice.current === language) setShown({ language, document })
    } catch {
      const { languageFailed, languageFailedDescription } = siteTexts[language]
      toast({ title: languageFailed, description: languageFailedDescription, variant: 'destructive' })
    }
  }, [])
  useLayoutEffect(() => showLanguage(shown), [shown])
  return [shown, choose]
}
