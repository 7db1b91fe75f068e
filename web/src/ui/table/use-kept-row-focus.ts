import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { rememberRow } from '../base/row-focus.ts'

interface Focused {
  readonly control: Element
  readonly findAgain: () => HTMLElement | null
}

/** Moves the focus from a removed row, such as a deleted one, to the row that takes its place. */
export const useKeptRowFocus = () => {
  const focused = useRef<Focused | null>(null)
  useLayoutEffect(() => {
    const { current } = focused
    // A removed element loses the focus without an event.
    if (!current || current.control.isConnected || document.activeElement !== document.body) return
    focused.current = null
    current.findAgain()?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => {
      focused.current = { control: target, findAgain: rememberRow(target) }
    },
    onBlur: (): void => {
      focused.current = null
    },
  }
}
