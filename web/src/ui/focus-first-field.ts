/** Matches an editable control with keyboard input. */
const firstField = ':is(input, textarea, [role=combobox]):not([readonly], :disabled)'

/** Focuses a dialog's first field when it opens; not on touch screens, whose keyboard would cover the dialog before the user has seen it. */
export const focusFirstField = (event: Event): void => {
  const { currentTarget: dialog } = event
  const field = dialog instanceof HTMLElement && dialog.querySelector<HTMLElement>(firstField)
  if (!field || window.matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  field.focus()
}
