import { isInterruption } from '../base/interruption.ts'

/** Floating panels over a dialog (tooltips aside), and lists that belong to a text field in it. */
const dropdowns =
  '[data-radix-popper-content-wrapper]:not(:has([role="tooltip"])), [role="combobox"][aria-expanded="true"]'

let isElsewhere = false

// Before anything closes: a dialog handles the press first, or, for touch, only at the click that follows.
addEventListener(
  'pointerdown',
  ({ target }) => {
    isElsewhere = isInterruption(target) || document.querySelector(dropdowns) !== null
  },
  { capture: true },
)

/**
 * Handles a dialog's `onPointerDownOutside`. A click outside an open dropdown closes only that; one in a question on top only answers it.
 */
export const ignoreClickThatClosesOthers = (event: Event): void => {
  if (isElsewhere) event.preventDefault()
}
