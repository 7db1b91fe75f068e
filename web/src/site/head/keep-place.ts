import { scrollToTarget } from './page-place.ts'

const ownMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown']

/** Returns false after Back or a reload. */
export const isFirstVisit = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
}

/**
 * Keeps the section that the URL or a clicked link names in place while the page above it grows (the webinars load late), until the visitor
 * scrolls or presses something. `restore` scrolls to the visitor's place after a change of language; null without one.
 */
export const keepPlace = (restore: (() => void) | null): void => {
  let place = restore ?? (location.hash && isFirstVisit() ? () => scrollToTarget('instant') : null)
  const forget = () => {
    place = null
  }
  for (const move of ownMoves) addEventListener(move, forget, { capture: true, passive: true })
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href*="#"]')) place = () => scrollToTarget('auto')
  })
  const main = document.querySelector('main')
  if (main) new ResizeObserver(() => place?.()).observe(main)
}
