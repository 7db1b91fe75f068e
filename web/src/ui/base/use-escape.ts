import { useLayoutEffect } from 'react'

/**
 * Closes a popup (e.g. a list) on Esc before an enclosing dialog receives the key. Dialogs listen on the document, so they get it before
 * React's handlers. Uses a layout effect, since the key may be pressed right after the popup opens.
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
