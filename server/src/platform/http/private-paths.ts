import { type TokenPage, tokenPages } from '@kontor/contract/site/site.rules'

/** Normalizes a URL's path: decoded, in lower case, with single slashes and none at its end. */
const normalizePath = (url: string): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  return path
    .split('/')
    .map((segment) => decodeSafely(segment).toLowerCase())
    .flatMap((segment) => segment.split('/'))
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('')
}

/** Decodes percent escapes; returns the text unchanged if it is malformed. */
export const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isBelowApi = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** Returns true if a URL, in any spelling, is below `/api`: the contract's endpoints and their documentation, not pages. */
export const isApiPath = (url: string): boolean => isBelowApi(normalizePath(url))

/** Returns true if the path segment after this one is a token. This one may be spelled in upper case or with percent escapes. */
export const precedesToken = (segment: string): boolean =>
  (tokenPages as readonly string[]).includes(decodeSafely(segment).toLowerCase())

// regexp: fixed words, anchored at the beginning.
const tokenPage = new RegExp(`^(?:/en)?/(${tokenPages.join('|')})/`)

/** Returns which page with a token a URL names, in any spelling; null for other URLs. */
export const tokenPageOf = (url: string): TokenPage | null => {
  const [, found] = tokenPage.exec(normalizePath(url)) ?? []
  return tokenPages.find((page) => page === found) ?? null
}

/** Returns the decoded token in the URL of a page; '' without one. */
export const tokenOf = (url: string): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  const segments = path.split('/').filter(Boolean)
  return decodeSafely(segments[segments.findIndex(precedesToken) + 1] ?? '')
}

const initials = ['api', 'en', ...tokenPages].map(([initial]) => initial).join('')

// regexp: reads only the first two characters. For most public paths, these rule out a private path in any spelling.
const obviouslyPublic = new RegExp(`^/(?![${initials}%/])`, 'i')

/** Returns true if a URL, in any spelling, is below `/api` or a page with a token. */
export const isPrivatePath = (url: string): boolean => {
  if (obviouslyPublic.test(url)) return false
  const path = normalizePath(url)
  return isBelowApi(path) || tokenPage.test(path)
}
