import { pathIn } from '@kontor/contract/site/site.rules'
import type { Language } from '../platform/i18n.tsx'
import { isPinnedToEnglish } from './language-choice.ts'
import { type PageDocument, replaceTags } from './page-document.ts'

/** Applies a language to everything outside the React tree: `lang`, title, head tags and URL. */
export const showLanguage = (language: Language, { title, tags }: PageDocument): void => {
  document.documentElement.lang = language
  document.title = title
  replaceTags(tags)
  if (language === 'no' && isPinnedToEnglish()) leaveEnglishAddress()
}

/** A page under `/en` would be English again after a reload, so Norwegian gets its own URL. */
const leaveEnglishAddress = (): void => {
  history.replaceState(history.state, '', pathIn('no', location.pathname) + location.search + location.hash)
}
