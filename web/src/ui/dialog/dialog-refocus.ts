import type { FocusEvent } from 'react'

/**
 * Keeps Radix from moving the focus; for the `onBlur` of a dialog's content. While the focus moves between two controls, neither has it. If
 * an element is removed at that moment (a changing sum, a resolved error), Radix considers the focus lost and focuses the dialog's content.
 * To prevent this, the content can't be focused until the focus has arrived.
 */
export const preventDialogRefocus = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void => {
  const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
  if (!isInside || relatedTarget === currentTarget) return
  currentTarget.removeAttribute('tabindex')
  setTimeout(() => currentTarget.setAttribute('tabindex', '-1'))
}
