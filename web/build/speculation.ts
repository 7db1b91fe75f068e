import { englishPrefix } from '@kontor/contract/site/site.rules'

/**
 * Lets the browser prefetch the page that the visitor is about to open (the pointer rests on its link); `paths` are Norwegian.
 * Prefetch, not prerender: no script runs, no visit is counted and no consent is asked before the page is opened.
 */
export const speculationRules = (paths: readonly string[]): string => {
  const addresses = paths.map((path) => `{${englishPrefix}}?${path}`)
  return JSON.stringify({ prefetch: [{ where: { href_matches: addresses }, eagerness: 'moderate' }] })
}
