import { useCallback, useSyncExternalStore } from 'react'

/** Returns true while the window matches a media query. Renders again when that changes. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      // While printing, keeps the layout of the window.
      const follow = () => {
        if (!matchMedia('print').matches) listener()
      }
      list.addEventListener('change', follow)
      return () => list.removeEventListener('change', follow)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
