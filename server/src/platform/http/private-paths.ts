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

/** Whether a URL, in any spelling, is below `/api`: the contract's endpoints and their documentation, not pages. */
export const isApiPath = (url: string): boolean => isBelowApi(normalizePath(url))

/** The path segment before a customer's token, in pages and API calls. */
export const tokenPrefix = 'agreement-response'

// regexp: fixed words, anchored at the beginning.
const answerPage = new RegExp(`^(?:/en)?/${tokenPrefix}/`)

/** Whether a URL, in any spelling, is the page where a customer reads an agreement. Knowing the URL is enough to answer. */
export const isAnswerPage = (url: string): boolean => answerPage.test(normalizePath(url))

/** Whether a URL, in any spelling, is one of these two. */
export const isPrivatePath = (url: string): boolean => {
  const path = normalizePath(url)
  return isBelowApi(path) || answerPage.test(path)
}
