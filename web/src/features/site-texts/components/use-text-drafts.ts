import type { ChangedTexts } from '@kontor/contract/site-texts/site-texts.rules'
import type { SiteTextChange } from '@kontor/contract/site-texts/site-texts.schema'
import { useState } from 'react'
import type { StoredSiteTexts } from '../site-texts.api.ts'
import { allTexts } from './text-catalogue.ts'

export type TextLanguage = 'no' | 'en'

const delivered: Readonly<Record<TextLanguage, ReadonlyMap<string, string>>> = {
  no: new Map(allTexts.map(({ id, no }) => [id, no])),
  en: new Map(allTexts.map(({ id, en }) => [id, en])),
}

type Drafts = Readonly<Record<TextLanguage, ChangedTexts>>

const none: Drafts = { no: {}, en: {} }

const without = (texts: ChangedTexts, id: string): ChangedTexts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key !== id))

/** The texts as stored and as typed; a typed text that is the delivered one takes the stored one back. */
export const useTextDrafts = ({ texts: stored }: StoredSiteTexts) => {
  const [drafts, setDrafts] = useState(none)

  const deliveredText = (language: TextLanguage, id: string): string => delivered[language].get(id) ?? ''
  const storedText = (language: TextLanguage, id: string): string => stored[language][id] ?? deliveredText(language, id)
  const shownText = (language: TextLanguage, id: string): string => drafts[language][id] ?? storedText(language, id)

  const type = (language: TextLanguage, id: string, text: string): void =>
    setDrafts((before) => ({
      ...before,
      [language]:
        text === storedText(language, id) ? without(before[language], id) : { ...before[language], [id]: text },
    }))

  const changesIn = (language: TextLanguage): SiteTextChange[] =>
    Object.entries(drafts[language]).map(([id, text]) => ({
      id,
      language,
      text: text.trim() === deliveredText(language, id) ? null : text,
    }))

  /** The changed texts of a language with the typed ones. */
  const merged = (language: TextLanguage): ChangedTexts => ({ ...stored[language], ...drafts[language] })

  return {
    deliveredText,
    storedText,
    shownText,
    type,
    merged,
    changes: [...changesIn('no'), ...changesIn('en')],
    discard: () => setDrafts(none),
  }
}

export type TextDrafts = ReturnType<typeof useTextDrafts>
