import { useLayoutEffect } from 'react'

/**
 * Closes a popup (e.g. a list) on Esc before an enclosing dialog receives the key. Listens on the window: dialogs listen on the document and
 * get the key before React's handlers. Uses a layout effect, since the key may be pressed right after the popup opens.
 */
export const useEscape = (active: boolean, close: () => void): void => {
  useLayoutEffect(() => {
    if (!active) return
    const closeFirst = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    window.addEventListener('keydown', closeFirst, { capture: true })
    return () => window.removeEventListener('keydown', closeFirst, { capture: true })
  })
}
