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

/** Returns a step that finds the element itself or, if its row was removed, the main control of the row in that place. */
const stepTo = (element: Element | null): Step => {
  const findInRow = rememberRow(element)
  return () => [element, findInRow()].find(isReachable) ?? null
}

/** Finds the topmost dialog, else the screen. This is the last resort if no element of the trail is reachable. */
const findFallback = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) ??
  document.querySelector<HTMLElement>('[role="tabpanel"], main[tabindex]')

/**
 * Returns true if the focus must stay where it is: in a control of another dialog, which opened before this one unmounted, or in a menu,
 * which would close without the focus.
 */
const isInOpenDialog = (focused: Element | null): boolean => {
  if (focused?.closest('[role="menu"], [role="listbox"]')) return true
  const topmost = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
  return topmost !== undefined && topmost !== focused && topmost.contains(focused)
}

/**
 * Returns the focus to the element that had it when a dialog opened, which Radix does only for its own triggers. If that element no longer
 * exists, the fallbacks are: the row in a deleted row's place, the elements that dialogs beneath return the focus to, the topmost of these
 * dialogs, the screen. `findFirst` finds an element to try before all of these.
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
