import type { ChangedTexts } from '@kontor/contract/site-editing/site-editing.rules'
import type { SiteTextChange } from '@kontor/contract/site-editing/site-editing.schema'
import { useForm } from 'react-hook-form'
import type { StoredSiteTexts } from '../site-editing.api.ts'
import { allTexts, type SiteText } from './text-catalogue.ts'

export type TextLanguage = 'no' | 'en'

const languages = ['no', 'en'] as const

/** The name of a text in the form. A dot in it would be a path. */
const fieldOf = (language: TextLanguage, id: string): string => `${language} ${id.replaceAll('.', '/')}`

const delivered = new Map(
  allTexts.flatMap((text) => languages.map((language) => [fieldOf(language, text.id), text[language]])),
)

const deliveredText = (language: TextLanguage, id: string): string => delivered.get(fieldOf(language, id)) ?? ''

const storedText = ({ texts }: StoredSiteTexts, language: TextLanguage, id: string): string =>
  texts[language][id] ?? deliveredText(language, id)

/** Every text as shown, and the version that it is based on. */
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

/** The texts as stored and as typed. */
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
    /** The texts of a language that aren't the delivered ones. */
    merged: (language: TextLanguage): ChangedTexts =>
      Object.fromEntries(
        allTexts
          .map(({ id }) => [id, shownText(language, id)] as const)
          .filter(([id, text]) => text !== deliveredText(language, id)),
      ),
    /** Removes the override if the original text is typed. */
    changes: changed.map(({ language, text: { id } }): SiteTextChange => {
      const text = shownText(language, id)
      return { id, language, text: text.trim() === deliveredText(language, id) ? null : text }
    }),
    /** Names the changed texts, by the form's names. */
    labels: Object.fromEntries(
      changed.map(({ language, text }) => [fieldOf(language, text.id), nameOf(language, text)]),
    ),
  }
}

export type TextDrafts = ReturnType<typeof useTextDrafts>
