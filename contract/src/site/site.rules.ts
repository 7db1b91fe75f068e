/** What the web build and the server agree on about the built pages; free of dependencies. */

/** The languages of the public site; the first one is the default and the fallback. */
export const siteLanguages = ['no', 'en'] as const

export type SiteLanguage = (typeof siteLanguages)[number]

/**
 * The cookie that mirrors the visitor's choice of language, so that the server can pick the page's variant. Without scripts the
 * choice is sent as a parameter of this name, and the server sets the cookie.
 */
export const languageCookie = 'lang'

/** The cookie as a browser and the server set it alike, for a year; `secure` where the page came by https. */
export const languageCookieText = (language: SiteLanguage, secure: boolean): string =>
  `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

/** Under this path every page is English, whatever the cookie says. */
export const englishPrefix = '/en'

export const isEnglishPath = (path: string): boolean => path === englishPrefix || path.startsWith(`${englishPrefix}/`)

/** A page's path in a language: the Norwegian one depends on the cookie, which must be set before. Never an address elsewhere. */
export const pathIn = (language: SiteLanguage, path: string): string => {
  const norwegian = isEnglishPath(path) ? path.slice(englishPrefix.length) : path
  // To a browser two slashes, of whichever kind, would begin another host's name.
  return (language === 'en' ? englishPrefix : '') + norwegian.replace(/^[/\\]*/, '/')
}

/** Stands in the built pages where the server writes its public address (`PUBLIC_URL`, without a trailing slash). */
export const originPlaceholder = 'https://origin.invalid'

/** Stands in the office's shell where the server writes the nonce of each response. */
export const noncePlaceholder = '__CSP_NONCE__'
