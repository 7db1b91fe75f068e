import { useEffect, useState } from 'react'
import { rememberRow } from '../base/row-focus.ts'

/** Finds the element to return the focus to; null if it no longer exists. */
type Step = () => HTMLElement | null

/** The first step and its fallbacks. */
type Trail = readonly Step[]

/** The trails of the open dialogs, the topmost last. */
const openTrails: Trail[] = []

/** Returns true if an element is in the document and not behind an open dialog. A dialog hides everything behind it from assistive technology. */
const isReachable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  element.closest('[aria-hidden="true"]') === null

/** Finds the element itself, or the one that took its place in its row. */
const stepTo = (element: Element | null): Step => {
  const findInRow = rememberRow(element)
  return () => [element, findInRow()].find(isReachable) ?? null
}

/** The last resort when no element of the trail is reachable: the topmost dialog, else the screen. */
const findFallback = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ??
  document.querySelector<HTMLElement>('[role="tabpanel"], main[tabindex]')

/**
 * Returns true if another dialog, opened before this one unmounted, has the focus in one of its controls; or if a menu has it, which would
 * close without it.
 */
const isInOpenDialog = (focused: Element | null): boolean => {
  if (focused?.closest('[role="menu"], [role="listbox"]')) return true
  const topmost = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  return topmost !== undefined && topmost !== focused && topmost.contains(focused)
}

/**
 * Returns the focus to the element that had it when a dialog opened, which Radix does only for its own triggers. If that element no longer
 * exists, the fallbacks are: the next row after a deleted one, the element focused before it, the dialog beneath, the screen. `findFirst`
 * finds an element to try before all of these.
 */
export const useReturnFocus = (findFirst?: () => HTMLElement | null): ((event: Event) => void) => {
  const [trail] = useState<Trail>(() => [stepTo(document.activeElement), ...(openTrails.at(-1) ?? [])])

  useEffect(() => {
    openTrails.push(trail)
    return () => {
      openTrails.splice(openTrails.indexOf(trail), 1)
    }
  }, [trail])

  return (event) => {
    event.preventDefault()
    if (isInOpenDialog(document.activeElement)) return
    const steps = findFirst ? [findFirst, ...trail] : trail
    const target = steps.map((find) => find()).find(isReachable) ?? findFallback()
    target?.focus({ preventScroll: true })
  }
}
