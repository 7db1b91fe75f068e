import { useEffect } from 'react'

/**
 * Closes something small on Esc, a list say, before anything around it, a dialog say, hears of the key: dialogs listen on the
 * document, and earlier than any handler of React.
 */
export const useEscape = (active: boolean, close: () => void): void => {
  useEffect(() => {
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
