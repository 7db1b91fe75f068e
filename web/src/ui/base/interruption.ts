/** Marks the login that opens over the screen when the session has expired. */
export const renewalMark = { 'data-renewal': '' } as const

/**
 * Returns true if an element is in that login or in an alert dialog. Both return the focus when they close. Until then, a field that saves
 * when it loses the focus doesn't save, and a popover beneath stays open.
 */
export const isInterruption = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest('[data-renewal], [role="alertdialog"]') !== null
