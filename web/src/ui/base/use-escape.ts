import { useLayoutEffect } from 'react'

/**
 * Closes a popup (e.g. a list) on Esc before an enclosing dialog receives the key: dialogs listen on the document, and earlier than
 * React's handlers. A layout effect: the key may come right after the popup opens.
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
