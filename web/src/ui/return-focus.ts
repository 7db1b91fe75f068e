import { useEffect, useState } from 'react'

type Trail = readonly (Element | null)[]

/** The trails of the dialogs that are open, the topmost last. */
const open: Trail[] = []

/** Still there, and not behind a dialog that is open: those hide everything beneath them. */
const isReachable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  element.closest('[aria-hidden="true"]') === null

/** Where the focus goes when nothing that had it is left: the dialog on top, else the screen. */
const ground = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ??
  document.querySelector<HTMLElement>('[role="tabpanel"], main[tabindex]')

/**
 * Gives the focus back to what had it when a dialog opened. Radix does so only for its own triggers. Where that is gone (a
 * button of a dialog that this one replaced, a row that was deleted), to what had the focus before that, else to the dialog
 * or the screen beneath.
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
    const target = trail.find(isReachable) ?? ground()
    target?.focus({ preventScroll: true })
  }
}
