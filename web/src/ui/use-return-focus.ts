import { useEffect, useState } from 'react'

/** The element to return the focus to, followed by its fallbacks. */
type Trail = readonly (Element | null)[]

/** The trails of the open dialogs, the topmost last. */
const openTrails: Trail[] = []

/** In the document and not behind an open dialog, which hides everything beneath it from assistive technology. */
const isReachable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  element.closest('[aria-hidden="true"]') === null

/** The last resort when no element of the trail is reachable: the topmost dialog, else the screen. */
const findFallback = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ??
  document.querySelector<HTMLElement>('[role="tabpanel"], main[tabindex]')

/** A dialog that opened before this one was gone has the focus, in one of its controls. */
const isInOpenDialog = (focused: Element | null): boolean => {
  const topmost = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  return topmost !== undefined && topmost !== focused && topmost.contains(focused)
}

/**
 * Returns the focus to the element that had it when a dialog opened; Radix does so only for its own triggers. If that element is
 * gone (a button of a replaced dialog, a deleted row), falls back to the one that had the focus before it, else to the dialog or
 * the screen beneath. `findFirst` finds what should have it before all of these.
 */
export const useReturnFocus = (findFirst?: () => HTMLElement | null): ((event: Event) => void) => {
  const [trail] = useState<Trail>(() => [document.activeElement, ...(openTrails.at(-1) ?? [])])

  useEffect(() => {
    openTrails.push(trail)
    return () => {
      openTrails.splice(openTrails.indexOf(trail), 1)
    }
  }, [trail])

  return (event) => {
    event.preventDefault()
    if (isInOpenDialog(document.activeElement)) return
    const target = [findFirst?.() ?? null, ...trail].find(isReachable) ?? findFallback()
    target?.focus({ preventScroll: true })
  }
}
