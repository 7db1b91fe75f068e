/** Matches an editable control with keyboard input. */
const firstField = ':is(input, textarea, [role=combobox]):not([readonly], :disabled, details:not([open]) *)'

/** Finds the chosen radio button of a group, from which the keyboard continues. */
const chosenOf = (field: HTMLElement): HTMLElement | null =>
  field instanceof HTMLInputElement && field.type === 'radio'
    ? document.querySelector<HTMLElement>(`input[type=radio][name="${field.name}"]:checked`)
    : null

/** Focuses the first field within an element. Returns false without a field, or on touch screens, whose keyboard would cover the element. */
export const focusFieldIn = (element: Element | null): boolean => {
  const field = element?.querySelector<HTMLElement>(firstField)
  if (!field || window.matchMedia('(pointer: coarse)').matches) return false
  const target = chosenOf(field) ?? field
  target.focus()
  return true
}

/** Focuses a dialog's first field when it opens. */
export const focusFirstField = (event: Event): void => {
  if (event.currentTarget instanceof Element && focusFieldIn(event.currentTarget)) event.preventDefault()
}
