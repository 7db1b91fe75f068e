import { isEnglishPath, languageCookie, languageCookieText } from '@kontor/contract/site/site.rules'
import type { Language } from '../platform/i18n.tsx'

/** The visitor's choice lives in `localStorage`; the cookie mirrors it, so that the server can pick the page's variant. */
const storageKey = 'language'

/** Null for what is no language of the site. */
export const toLanguage = (value: string | null | undefined): Language | null =>
  value === 'no' || value === 'en' ? value : null

export const cookieLanguage = (): Language | null =>
  // regexp: the page's own cookies.
  toLanguage(new RegExp(`(?:^|; )${languageCookie}=([^;]*)`).exec(document.cookie)?.[1])

/** Null when nothing valid is stored, or when the browser refuses storage. */
export const storedLanguage = (): Language | null => {
  try {
    return toLanguage(localStorage.getItem(storageKey))
  } catch {
    return null
  }
}

/** Keeps the choice for a year; says whether the cookie was taken (a browser may refuse it). */
export const rememberLanguage = (language: Language): boolean => {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage is refused: the choice holds for this page, and for the next ones where the cookie is let through.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: Safari got the Cookie Store only lately, and it cannot answer before the first paint.
  document.cookie = languageCookieText(language, location.protocol === 'https:')
  return cookieLanguage() === language
}

/** The language that the server rendered the page in. */
export const documentLanguage = (): Language => toLanguage(document.documentElement.lang) ?? 'no'

/** Pages under `/en` are English for everybody, search engines too. */
export const isPinnedToEnglish = (): boolean => isEnglishPath(location.pathname)
