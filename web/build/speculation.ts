import { englishPrefix } from '@kontor/contract/site/site.rules'

/**
 * Lets the browser fetch a page that the visitor is about to open (a pointer that rests on its link), given the other pages'
 * Norwegian paths. Fetched, not prerendered: no script of a page runs, and nobody is counted or asked, before it is opened.
 */
export const speculationRules = (paths: readonly string[]): string => {
  const addresses = paths.flatMap((path) => [path, englishPrefix + path])
  return JSON.stringify({ prefetch: [{ where: { href_matches: addresses }, eagerness: 'moderate' }] })
}
