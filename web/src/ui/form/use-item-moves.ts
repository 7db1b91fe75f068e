import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { moveItem } from './move-buttons.tsx'

const directions: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Moves the items of a list by one place, by buttons or by Alt with an arrow key. Keeps the focus in the moved item, and announces its new
 * place in the words of `placeText`.
 */
export const useItemMoves = <Item extends { readonly id: string | number }>(
  items: readonly Item[],
  saveOrder: (items: readonly Item[], onSaved: () => void) => void,
  placeText: (item: Item, place: number) => string,
) => {
  const [announcement, setAnnouncement] = useState('')
  /** The control that had the focus when the item was moved. It is focused again, since the browser blurs elements that move. */
  const focused = useRef<HTMLElement | null>(null)
  const order = items.map(({ id }) => id).join(' ')
  const shownOrder = useRef(order)

  useLayoutEffect(() => {
    if (shownOrder.current === order) return
    shownOrder.current = order
    if (document.activeElement === document.body) focused.current?.focus()
    focused.current = null
  }, [order])

  const move = (index: number, by: 1 | -1) => {
    const item = items[index]
    if (!item || !items[index + by]) return
    focused.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    saveOrder(moveItem(items, index, by), () => setAnnouncement(placeText(item, index + by + 1)))
  }

  return {
    announcement,
    move,
    keysOf: (index: number) => ({
      'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
      // Handles the key before fields that open their suggestions with arrow keys.
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
