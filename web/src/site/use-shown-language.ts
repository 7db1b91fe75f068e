import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { siteTexts } from '../content/site-texts.ts'
import type { Language } from '../platform/i18n.tsx'
import { toast } from '../ui/toast-store.ts'
import { rememberLanguage } from './language-choice.ts'
import { documentIn, type PageDocument } from './page-document.ts'
import { showLanguage } from './show-language.ts'

export interface Shown {
  readonly language: Language
  readonly document: PageDocument
}

/** The language that is shown, and the way to another: everything changes at once, when the document in it is there. */
export const useShownLanguage = (initial: Shown): readonly [Shown, (language: Language) => void] => {
  const [shown, setShown] = useState(initial)
  // Of two choices in a row the last one counts, whichever document comes first.
  const wanted = useRef(initial.language)
  const choose = useCallback(async (language: Language) => {
    wanted.current = language
    rememberLanguage(language)
    try {
      const document = await documentIn(language)
      if (wanted.current === language) setShown({ language, document })
    } catch {
      const { languageFailed, languageFailedDescription } = siteTexts[language]
      toast({ title: languageFailed, description: languageFailedDescription, variant: 'destructive' })
    }
  }, [])
  useLayoutEffect(() => showLanguage(shown.language, shown.document), [shown])
  return [shown, choose]
}
