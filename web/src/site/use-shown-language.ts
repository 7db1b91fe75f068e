import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { siteTexts } from '../content/site-texts.ts'
import type { Language } from '../platform/i18n.tsx'
import { toast } from '../ui/toast-store.ts'
import { rememberLanguage } from './language-choice.ts'
import { documentIn, type PageDocument } from './page-document.ts'
import { showLanguage } from './show-language.ts'

export interface ShownPage {
  readonly language: Language
  readonly document: PageDocument
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
  useLayoutEffect(() => showLanguage(shown.language, shown.document), [shown])
  return [shown, choose]
}
