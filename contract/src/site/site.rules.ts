/** Conventions shared by the web build and the server; free of dependencies. */

/** The languages of the public site; the first one is the default and the fallback. */
export const siteLanguages = ['no', 'en'] as const

export type SiteLanguage = (typeof siteLanguages)[number]

/** The BCP 47 tag of a language, for `lang` attributes. */
export const languageTag = { no: 'nb', en: 'en' } as const satisfies Record<SiteLanguage, string>

/**
 * The cookie with the visitor's language, by which the server picks the page's variant. Without scripts the choice is sent as a
 * query parameter of this name, and the server sets the cookie.
 */
export const languageCookie = 'lang'

/** The cookie string, used by browser and server, valid for a year; `secure` if the page was served over https. */
export const languageCookieText = (language: SiteLanguage, secure: boolean): string =>
  `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

/** Pages under this path are English, regardless of the cookie. */
export const englishPrefix = '/en'

export const isEnglishPath = (path: string): boolean => path === englishPrefix || path.startsWith(`${englishPrefix}/`)

/** A page's path in a language, always on this host. The Norwegian one depends on the cookie, so set the cookie first. */
export const pathIn = (language: SiteLanguage, path: string): string => {
  const norwegian = isEnglishPath(path) ? path.slice(englishPrefix.length) : path
  // Browsers read two leading slashes of either kind as the start of another host's name.
  return (language === 'en' ? englishPrefix : '') + norwegian.replace(/^[/\\]*/, '/')
}

/** The pages that a personal link opens: the path segment before the token, in pages and API calls. Logs must not show the token. */
export const tokenPages = ['agreement-response', 'webinar-registration'] as const

export type TokenPage = (typeof tokenPages)[number]

/** The query parameter that asks for a page of the office as a document without scripts. */
export const plainParameter = 'plain'

/** Id of the home page's notice after a message that was sent without scripts. The address names it. */
export const messageSentId = 'message-sent'

/** Replaced in the built pages by the public URL (`PUBLIC_URL`, without a trailing slash). */
export const originPlaceholder = 'https://origin.invalid'

/** Replaced in the office's shell by each response's nonce. */
export const noncePlaceholder = '__CSP_NONCE__'

/**
 * Replaced in the office's shell by the company's current facts: its name in the title, and a data block (`officeCompanyId`) with what
 * the office's screens show of it.
 */
export const companyPlaceholders = { name: '__COMPANY_NAME__', data: '<!--company-->' } as const

/** The id of that data block. */
export const officeCompanyId = 'company'

/** The id of the data block with the company's changes, for a page's islands. */
export const islandContentId = 'site-content'

/** The path to which browsers report violations of the content security policy. */
export const policyReportsPath = '/api/csp-reports'
