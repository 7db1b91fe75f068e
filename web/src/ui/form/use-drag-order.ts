import { type DragEvent, useState } from 'react'

/** Reorders a list by dragging. `handle` starts a drag; `target` receives it and marks the item's new place. */
export const useDragOrder = <Item extends { readonly id: string | number }>(
  items: readonly Item[],
  onOrder: (items: Item[]) => void,
) => {
  const [dragged, setDragged] = useState<Item['id'] | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const drop = (index: number) => {
    const from = items.findIndex(({ id }) => id === dragged)
    end()
    if (from === -1 || from === index) return
    const next = [...items]
    next.splice(index, 0, ...next.splice(from, 1))
    onOrder(next)
  }
  return {
    handle: (id: Item['id']) => ({
      onDragStart: (event: DragEvent<HTMLElement>) => {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox needs data to start a drag.
        event.dataTransfer.setData('text/plain', String(id))
        const item = event.currentTarget.closest('li')
        if (item) event.dataTransfer.setDragImage(item, 0, 0)
        setDragged(id)
      },
      onDragEnd: end,
    }),
    target: (index: number) => ({
      ...(over === index && dragged !== null && { 'data-drop-target': '' }),
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (dragged === null) return
        event.preventDefault()
        setOver(index)
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        event.preventDefault()
        drop(index)
      },
    }),
  }
}
