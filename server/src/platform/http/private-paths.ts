/** The path of a URL as every spelling of it is meant: decoded, in lower case, with single slashes and none at its end. */
const normalPath = (url: string): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  return path
    .split('/')
    .map((segment) => decoded(segment).toLowerCase())
    .flatMap((segment) => segment.split('/'))
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('')
}

/** A text without its percent escapes; as it is where they cannot be decoded. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a URL lies below `/api`, however it is spelled: the calls of the contract and their documentation, no pages. */
export const isApiPath = (url: string): boolean => {
  const path = normalPath(url)
  return path === '/api' || path.startsWith('/api/')
}

/** The segment of a path that a customer's token follows, in pages and calls. */
export const beforeToken = 'agreement-response'

// regexp: fixed words from the beginning on.
const answerPage = new RegExp(`^(?:/en)?/${beforeToken}/`)

/** Whether a URL, however it is spelled, is the page where a customer reads an agreement. The URL alone allows an answer. */
export const isAnswerPage = (url: string): boolean => answerPage.test(normalPath(url))
