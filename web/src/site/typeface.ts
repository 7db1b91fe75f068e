import { addLink } from './add-link.ts'
import { afterFirstPaint } from './after-first-paint.ts'

/** Until the class is set, the styles use a local font with the same metrics. */
const show = (): void => document.documentElement.classList.add('typeface')

/** Whether the typeface is probably cached: the visitor comes from another page of the site, or has seen this one. */
const isProbablyCached = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  const isRevisit = navigation instanceof PerformanceNavigationTiming && navigation.type !== 'navigate'
  return isRevisit || document.referrer.startsWith(`${location.origin}/`)
}

/**
 * Shows the typeface: at once if it is cached, otherwise once fetched after the first paint, so that on a slow network the
 * text doesn't wait for it. `file` is its URL; empty if unknown. Resolves after the first paint, when the text has its final
 * font: the local one if the typeface can't be loaded.
 */
export const showTypeface = async (file: string): Promise<void> => {
  const isCached = isProbablyCached()
  if (isCached) {
    if (file) addLink({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: file })
    show()
  }
  await afterFirstPaint()
  if (!isCached) await document.fonts.load('1em "Schibsted Grotesk"').then(show, () => {})
}
