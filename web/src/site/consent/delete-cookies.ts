import type { CookieChoice } from './stored-consent.ts'

/** Names of the cookies that each category's tags set. */
const cookieNames: Readonly<Record<keyof CookieChoice, RegExp>> = {
  analytics: /^_(?:ga|gat)(?:_.+)?$|^_gid$/,
  marketing: /^_fb[pc]$/,
}

/** `www.a.example` → `www.a.example`, `a.example`, `example`: a cookie may have been set for any of them. */
const hostAndParents = (host: string): string[] => {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** `/a/b` → `/`, `/a`, `/a/`, `/a/b`. */
const pathAndParents = (path: string): string[] => {
  const ends = [...path.matchAll(/\//g)].flatMap(({ index }) => [path.slice(0, index), path.slice(0, index + 1)])
  return [...new Set([...ends, path])].filter(Boolean)
}

/** Tries every domain and path: deleting a cookie requires the domain and path that it was set for, which scripts can't read. */
const deleteCookie = (name: string): void => {
  const domains = hostAndParents(location.hostname).flatMap((host) => [`; Domain=${host}`, `; Domain=.${host}`])
  for (const domain of ['', ...domains]) {
    for (const path of pathAndParents(location.pathname)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, and names no parent domains.
      document.cookie = `${name}=; Max-Age=0; Path=${path}${domain}`
    }
  }
}

/** Deletes the cookies of every category that was declined. */
export const deleteDeclinedCookies = (choice: CookieChoice): void => {
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '')
  for (const category of ['analytics', 'marketing'] as const) {
    if (choice[category]) continue
    for (const name of names.filter((one) => cookieNames[category].test(one))) deleteCookie(name)
  }
}
