/** Conventions shared by the web build and the server. */

/** The languages of the public site; the first one is the default and the fallback. */
export const siteLanguages = ['no', 'en'] as const

export type SiteLanguage = (typeof siteLanguages)[number]

/** The BCP 47 tag of a language, for `lang` attributes. */
export const languageTag = { no: 'nb', en: 'en' } as const satisfies Record<SiteLanguage, string>

/**
 * The name of the cookie with the visitor's language, by which the server chooses the page. A browser without scripts sends the choice as a
 * query parameter of this name, and the server sets the cookie.
 */
export const languageCookie = 'lang'

/** Returns the cookie string, valid for a year, for browser and server. `secure` must be true if the page was served over https. */
export const languageCookieText = (language: SiteLanguage, secure: boolean): string =>
  `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`

/** Pages under this path are English, regardless of the cookie. */
export const englishPrefix = '/en'

export const isEnglishPath = (path: string): boolean => path === englishPrefix || path.startsWith(`${englishPrefix}/`)

/** Returns a page's path in a language, always on this host. Set the cookie first: at the Norwegian path, the server obeys the cookie. */
export const pathIn = (language: SiteLanguage, path: string): string => {
  const norwegian = isEnglishPath(path) ? path.slice(englishPrefix.length) : path
  // Leaves one slash: browsers read two leading slashes or backslashes as the start of a host name.
  return (language === 'en' ? englishPrefix : '') + norwegian.replace(/^[/\\]*/, '/')
}

/** The path segments before a token, in pages of personal links and in API calls. Logs must not contain the token. */
export const tokenPages = ['agreement-response', 'webinar-registration'] as const

export type TokenPage = (typeof tokenPages)[number]

/** The query parameter that requests a page of the office as a document without scripts. */
export const plainParameter = 'plain'

/** The id of the home page's notice that a message was sent without scripts. The redirect's fragment refers to it. */
export const messageSentId = 'message-sent'

/** The placeholder in the built pages that the server replaces by the public URL (`PUBLIC_URL`, without a trailing slash). */
export const originPlaceholder = 'https://origin.invalid'

/** The placeholder in the office's HTML that the server replaces by each response's nonce. */
export const noncePlaceholder = '__CSP_NONCE__'

/**
 * The placeholders in the office's HTML that the server replaces by the company's current facts: `name`, in the title, by the company's
 * name, and `data` by a data block (`officeCompanyId`) with the facts that the office's screens show.
 */
export const companyPlaceholders = { name: '__COMPANY_NAME__', data: '<!--company-->' } as const

/** The id of the office's data block with the company's facts. */
export const officeCompanyId = 'company'

/** The id of a site page's data block with the company's changed content, which islands read. */
export const islandContentId = 'site-content'

/** The path to which browsers report violations of the content security policy. */
export const policyReportsPath = '/api/csp-reports'
