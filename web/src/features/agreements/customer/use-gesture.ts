import { useEffect, useRef } from 'react'

/**
 * Calls `onFirst` at the first touch, click or key press. Returns true after the first one. Robots that follow links or press buttons by
 * script never cause one.
 */
export const useGesture = (onFirst: () => void): (() => boolean) => {
  const seen = useRef(false)
  const listener = useRef(onFirst)
  useEffect(() => {
    listener.current = onFirst
  })
  useEffect(() => {
    const controller = new AbortController()
    const mark = (event: Event) => {
      if (!event.isTrusted) return
      controller.abort()
      seen.current = true
      listener.current()
    }
    for (const gesture of ['pointerdown', 'click', 'keydown']) {
      document.addEventListener(gesture, mark, { signal: controller.signal, capture: true })
    }
    return () => controller.abort()
  }, [])
  return () => seen.current
}
