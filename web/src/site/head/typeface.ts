/** Adds a link to the head. */
export const addLink = (attributes: Partial<HTMLLinkElement>): void => {
  document.head.append(Object.assign(document.createElement('link'), attributes))
}

/** Resolves at the first contentful paint (a bare background doesn't count). */
const afterFirstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint')[0]) resolve()
    }).observe({ type: 'paint', buffered: true })
  })

const { classList } = document.documentElement

/** Sets the class for the typeface. Without it, the styles use a local font with the same metrics. */
const show = (): void => classList.add('typeface')

/** Returns true if the typeface is probably cached, since the visitor comes from another page of the site or has seen this one. */
const isProbablyCached = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  const isRevisit = navigation instanceof PerformanceNavigationTiming && navigation.type !== 'navigate'
  return isRevisit || document.referrer.startsWith(`${location.origin}/`)
}

/**
 * Shows the typeface: at once if it is probably cached, otherwise when it has been fetched after the first paint, so that text never waits
 * for a slow network. `file` is its URL; empty if unknown. The first paint also sets a class for the styles of `after-paint`. Resolves when
 * the text has its final font, which is the local font if the typeface can't be loaded.
 */
export const showTypeface = async (file: string): Promise<void> => {
  const isCached = isProbablyCached()
  if (isCached) {
    if (file) addLink({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: file })
    show()
  }
  await afterFirstPaint()
  classList.add('painted')
  if (!isCached) await document.fonts.load('1em "Schibsted Grotesk"').then(show, () => {})
}
