import type { ChangedTexts } from '@kontor/contract/site-editing/site-editing.rules'
import type { SiteTextChange } from '@kontor/contract/site-editing/site-editing.schema'
import { useForm } from 'react-hook-form'
import type { StoredSiteTexts } from '../site-editing.api.ts'
import { allTexts, type SiteText } from './text-catalogue.ts'

export type TextLanguage = 'no' | 'en'

const languages = ['no', 'en'] as const

/** Returns the name of a text's field. Replaces dots, which the form would read as a path. */
const fieldOf = (language: TextLanguage, id: string): string => `${language} ${id.replaceAll('.', '/')}`

const delivered = new Map(
  allTexts.flatMap((text) => languages.map((language) => [fieldOf(language, text.id), text[language]])),
)

const deliveredText = (language: TextLanguage, id: string): string => delivered.get(fieldOf(language, id)) ?? ''

const storedText = ({ texts }: StoredSiteTexts, language: TextLanguage, id: string): string =>
  texts[language][id] ?? deliveredText(language, id)

/** Returns the form's values: every text, stored or delivered, and the stored version. */
export const valuesOf = (stored: StoredSiteTexts): Readonly<Record<string, string | number>> => ({
  version: stored.version,
  ...Object.fromEntries(
    allTexts.flatMap(({ id }) =>
      languages.map((language) => [fieldOf(language, id), storedText(stored, language, id)]),
    ),
  ),
})

const languageNames = { no: 'norsk', en: 'engelsk' } as const

const nameOf = (language: TextLanguage, text: SiteText): string =>
  `«${text[language].slice(0, 40)}» (${languageNames[language]})`

/** Holds the form with the typed texts, and returns functions that read the typed, stored and delivered texts. */
export const useTextDrafts = (stored: StoredSiteTexts) => {
  const form = useForm({ defaultValues: valuesOf(stored) })
  const values = form.watch()
  const shownText = (language: TextLanguage, id: string): string => String(values[fieldOf(language, id)] ?? '')
  const changed = languages.flatMap((language) =>
    allTexts
      .filter(({ id }) => shownText(language, id) !== form.formState.defaultValues?.[fieldOf(language, id)])
      .map((text) => ({ language, text })),
  )
  return {
    form,
    deliveredText,
    storedText: (language: TextLanguage, id: string): string => storedText(stored, language, id),
    shownText,
    type: (language: TextLanguage, id: string, text: string): void =>
      form.setValue(fieldOf(language, id), text, { shouldDirty: true }),
    /** Returns those texts of a language, typed or stored, that differ from the delivered texts. */
    merged: (language: TextLanguage): ChangedTexts =>
      Object.fromEntries(
        allTexts
          .map(({ id }) => [id, shownText(language, id)] as const)
          .filter(([id, text]) => text !== deliveredText(language, id)),
      ),
    /** The typed changes. A text that equals the delivered one becomes null, which removes the company's own text. */
    changes: changed.map(({ language, text: { id } }): SiteTextChange => {
      const text = shownText(language, id)
      return { id, language, text: text.trim() === deliveredText(language, id) ? null : text }
    }),
    /** The labels of the changed texts, by the names of their fields. */
    labels: Object.fromEntries(
      changed.map(({ language, text }) => [fieldOf(language, text.id), nameOf(language, text)]),
    ),
  }
}

export type TextDrafts = ReturnType<typeof useTextDrafts>
