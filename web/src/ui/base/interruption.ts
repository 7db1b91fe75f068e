/** Marks the login that opens over the screen when the session has expired. */
export const renewalMark = { 'data-renewal': '' } as const

/**
 * True if an element is in that login, or in a question. Both return the focus to where it was, so a field that saves when it is left
 * hasn't been left, and a popover beneath stays open.
 */
export const isInterruption = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest('[data-renewal], [role="alertdialog"]') !== null
