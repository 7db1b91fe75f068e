/** Marks the login that opens over the screen when the session has expired. */
export const renewalMark = { 'data-renewal': '' } as const

/** Whether an element is in that login. It returns the focus to where it was, so a field that saves when it is left hasn't been left. */
export const isInRenewal = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest('[data-renewal]') !== null
