import { type FocusEvent, useRef } from 'react'

/**
 * Handlers for a dialog's content that let the focus reach the control that it moves to. While it moves, no control has it, and if content
 * is removed at that moment (a sum that changes, an error that goes), Radix takes it for lost and gives it to the dialog.
 */
export const useMovingFocus = () => {
  const next = useRef<HTMLElement | null>(null)
  return {
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!(relatedTarget instanceof HTMLElement) || relatedTarget === currentTarget) return
      next.current = relatedTarget
      setTimeout(() => {
        next.current = null
      })
    },
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      if (target === currentTarget && currentTarget.contains(next.current)) next.current?.focus()
    },
  }
}
