import { useEffect, useState } from 'react'

type Trail = readonly (Element | null)[]

/** The trails of the dialogs that are open, the topmost last. */
const open: Trail[] = []

const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.isConnected

/**
 * Gives the focus back to what had it when a dialog opened. Radix does so only for its own triggers. Where that is gone (a
 * button of a dialog that this one replaced, a row that was deleted), to what had the focus before that, else to the screen.
 */
export const useReturnFocus = (): ((event: Event) => void) => {
  const [trail] = useState<Trail>(() => [document.activeElement, ...(open.at(-1) ?? [])])

  useEffect(() => {
    open.push(trail)
    return () => {
      open.splice(open.indexOf(trail), 1)
    }
  }, [trail])

  return (event) => {
    event.preventDefault()
    const target = trail.find(isThere) ?? document.querySelector<HTMLElement>('[role="tabpanel"]')
    target?.focus({ preventScroll: true })
  }
}
