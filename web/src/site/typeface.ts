import { addLink } from './add-link.ts'
import { afterFirstPaint } from './after-first-paint.ts'

/** Until the class is set, the styles write the text in a local font of the same measures. */
const show = (): void => document.documentElement.classList.add('typeface')

/** Whether the browser has the typeface already: the visitor comes from a page of ours, or sees this one again. */
const isProbablyKept = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  const isAgain = navigation instanceof PerformanceNavigationTiming && navigation.type !== 'navigate'
  return isAgain || document.referrer.startsWith(`${location.origin}/`)
}

/**
 * Shows the typeface: at once where the browser has it from another page, otherwise when it has been fetched after the first
 * paint, so that on a bad network the text waits for nothing but itself. `file` is its address; empty where it is not known.
 * Fulfilled after that paint, when the text stands as it will stay: where the typeface cannot be had, in the local font.
 */
export const showTypeface = async (file: string): Promise<void> => {
  const isKept = isProbablyKept()
  if (isKept) {
    if (file) addLink({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: file })
    show()
  }
  await afterFirstPaint()
  if (!isKept) await document.fonts.load('1em "Schibsted Grotesk"').then(show, () => {})
}
