import { isInterruption } from '../base/interruption.ts'

/** Matches floating panels over a dialog, except tooltips, and lists of text fields in it. */
const dropdowns =
  '[data-radix-popper-content-wrapper]:not(:has([role="tooltip"])), [role="combobox"][aria-expanded="true"]'

let isElsewhere = false

// Remembers what was open when the press began: a dialog handles the press first or, for touch, only at the click that follows.
addEventListener(
  'pointerdown',
  ({ target }) => {
    isElsewhere = isInterruption(target) || document.querySelector(dropdowns) !== null
  },
  { capture: true },
)

/**
 * Handles a dialog's `onPointerDownOutside`. A click outside an open dropdown closes only the dropdown. A click in a question on top only
 * answers the question.
 */
export const ignoreClickThatClosesOthers = (event: Event): void => {
  if (isElsewhere) event.preventDefault()
}
