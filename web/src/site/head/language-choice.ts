import { isEnglishPath, languageCookie, languageCookieText } from '@kontor/contract/site/site.rules'
import type { Language } from '../../platform/i18n.tsx'

/** The visitor's choice is stored in `localStorage`. The cookie mirrors it, so that the server can pick the page's variant. */
const storageKey = 'language'

/** Returns null unless the value is one of the site's languages. */
export const toLanguage = (value: string | null | undefined): Language | null =>
  value === 'no' || value === 'en' ? value : null

export const cookieLanguage = (): Language | null =>
  // regexp: the page's own cookies.
  toLanguage(new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(document.cookie)?.[1])

/** Returns null if nothing valid is stored, or if the browser refuses storage. */
export const storedLanguage = (): Language | null => {
  try {
    return toLanguage(localStorage.getItem(storageKey))
  } catch {
    return null
  }
}

/** Stores the choice, in the cookie for a year. Returns true if the browser accepted the cookie. */
export const rememberLanguage = (language: Language): boolean => {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is refused: the choice lasts for this page, and for later ones if the cookie is accepted.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: Safari only recently got the Cookie Store, which is async: too late for the first paint.
  document.cookie = languageCookieText(language, location.protocol === 'https:')
  return cookieLanguage() === language
}

/** Returns the language that the server rendered the page in. */
export const documentLanguage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'no')

/** Pages under `/en` are English for all visitors and for search engines. */
export const isPinnedToEnglish = (): boolean => isEnglishPath(location.pathname)
