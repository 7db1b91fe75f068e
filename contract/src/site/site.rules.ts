/** What the web build and the server agree on about the built pages; free of dependencies. */

/** The languages of the public site; the first one is the default and the fallback. */
export const siteLanguages = ['no', 'en'] as const

export type SiteLanguage = (typeof siteLanguages)[number]

/** The cookie that mirrors the visitor's choice of language, so that the server can pick the page's variant. */
export const languageCookie = 'lang'

/** Under this path every page is English, whatever the cookie says. */
export const englishPrefix = '/en'

/** Stands in the built pages where the server writes its public address (`PUBLIC_URL`, without a trailing slash). */
export const originPlaceholder = 'https://origin.invalid'

/** Stands in the office's shell where the server writes the nonce of each response. */
export const noncePlaceholder = '__CSP_NONCE__'
