import { useSyncExternalStore } from 'react'

let isPrinting = false

const subscribe = (onChange: () => void): (() => void) => {
  const media = window.matchMedia('print')
  const become = (now: boolean) => () => {
    isPrinting = now
    onChange()
  }
  const [begin, end] = [become(true), become(false)]
  const follow = () => become(media.matches)()
  // Listens to `beforeprint`, too: that event comes before the layout for paper, whereas the media query may change only after the layout.
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  media.addEventListener('change', follow)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', follow)
  }
}

/** Returns true while the page is printed, for lists that otherwise render only what is in view. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)
