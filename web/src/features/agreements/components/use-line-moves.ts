import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { moveItem } from '../../../ui/move-buttons.tsx'
import type { AgreementLine } from '../agreements.api.ts'

const directions: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Moves lines one place, by buttons or by Alt with an arrow key in a line. Keeps the focus where it was in the moved line, and announces
 * its new place.
 */
export const useLineMoves = (
  lines: readonly AgreementLine[],
  saveOrder: (lines: readonly AgreementLine[], onSaved: () => void) => void,
) => {
  const [announcement, setAnnouncement] = useState('')
  /** The control that had the focus when the line was moved: the browser takes it from elements that change place. */
  const focused = useRef<HTMLElement | null>(null)
  const order = lines.map(({ id }) => id).join(' ')
  const shownOrder = useRef(order)

  useLayoutEffect(() => {
    if (shownOrder.current === order) return
    shownOrder.current = order
    if (document.activeElement === document.body) focused.current?.focus()
    focused.current = null
  }, [order])

  const move = (index: number, by: 1 | -1) => {
    const line = lines[index]
    if (!line || !lines[index + by]) return
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    saveOrder(moveItem(lines, index, by), () =>
      setAnnouncement(`${line.description} er nå linje ${index + by + 1} av ${lines.length}.`),
    )
  }

  return {
    announcement,
    move,
    row: (index: number) => ({
      'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
      // Before the product cell, which opens its suggestions with the arrows.
      onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
        const by = event.altKey && !event.ctrlKey && !event.metaKey ? directions[event.key] : undefined
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        move(index, by)
      },
    }),
  }
}
