import type { FocusEvent } from 'react'

/**
 * For the `onBlur` of a dialog's content: lets the focus reach the control that it moves to. While it moves, no control has it, and if
 * content is removed at that moment (a sum that changes, an error that goes), Radix takes it for lost and gives it to the content. So that
 * can't have it until the focus has arrived.
 */
export const preventDialogRefocus = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
  const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
  if (!isInside || relatedTarget === currentTarget) return
  currentTarget.removeAttribute('tabindex')
  setTimeout(() => currentTarget.setAttribute('tabindex', '-1'))
}
