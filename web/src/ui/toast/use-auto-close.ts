import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

const subscribeToVisibility = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const usePageHidden = (): boolean =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'hidden',
    () => false,
  )

/**
 * Closes a toast after `durationMs`. Doesn't count the time while the pointer or the focus is on the toast, or the page is hidden. Returns
 * props for the toast, which detect pointer and focus.
 */
export const useAutoClose = (close: () => void, durationMs = 5_000) => {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = usePageHidden() || hovered || focused
  const remaining = useRef(durationMs)
  useEffect(() => {
    if (paused) return
    const startedAt = performance.now()
    const timer = setTimeout(close, remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - startedAt
    }
  }, [paused, close])
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
