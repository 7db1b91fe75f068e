import { isInterruption } from '../base/interruption.ts'

/** Matches open floating panels, except tooltips, and text fields whose list is open. */
const dropdowns =
  '[data-radix-popper-content-wrapper]:not(:has([role="tooltip"])), [role="combobox"][aria-expanded="true"]'

let isElsewhere = false

// Checks for open dropdowns when a press begins, since they may close before a dialog handles the press (for touch: at the click).
addEventListener(
  'pointerdown',
  ({ target }) => {
    isElsewhere = isInterruption(target) || document.querySelector(dropdowns) !== null
  },
  { capture: true },
)

/**
 * Handles a dialog's `onPointerDownOutside`. A click outside an open dropdown closes only the dropdown. A click in an alert dialog or login
 * on top doesn't close the dialog.
 */
export const ignoreClickThatClosesOthers = (event: Event): void => {
  if (isElsewhere) event.preventDefault()
}
