import { pathIn } from '@kontor/contract/site/site.rules'
import type { Language } from '../platform/i18n.tsx'
import { isPinnedToEnglish } from './language-choice.ts'
import { type PageDocument, putTags } from './page-document.ts'

/** Brings what stands outside the page's own tree into the language that is shown now. */
export const showLanguage = (language: Language, { title, tags }: PageDocument): void => {
  document.documentElement.lang = language
  document.title = title
  putTags(tags)
  if (language === 'no' && isPinnedToEnglish()) leaveEnglishAddress()
}

/** A page under `/en` would be English again after a reload, so Norwegian moves to its own address. */
const leaveEnglishAddress = (): void => {
  history.replaceState(history.state, '', pathIn('no', location.pathname) + location.search + location.hash)
}
