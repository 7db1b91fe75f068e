import { type ChangeEvent, useRef } from 'react'
import type { Selection } from './data-table-model.ts'

interface RowSelection {
  readonly count: number
  readonly idAt: (index: number) => string | undefined
  readonly selection: Selection
  readonly onChange: (selection: Selection) => void
}

const shiftHeld = ({ nativeEvent }: ChangeEvent): boolean => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

/** Which of the rows shown are chosen; with Shift, all from the one clicked before to this one. */
export const useRowSelection = ({ count, idAt, selection, onChange }: RowSelection) => {
  const lastClicked = useRef<string | null>(null)

  const idsBetween = (from: number, to: number): string[] =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => idAt(Math.min(from, to) + step)).filter(
      (id) => id !== undefined,
    )

  const indexOfLast = (): number => {
    for (let index = 0; index < count; index += 1) if (idAt(index) === lastClicked.current) return index
    return -1
  }

  const toggle = (index: number, event: ChangeEvent<HTMLInputElement>) => {
    const from = shiftHeld(event) ? indexOfLast() : -1
    const next = new Set(selection)
    for (const id of idsBetween(from === -1 ? index : from, index)) {
      if (event.target.checked) next.add(id)
      else next.delete(id)
    }
    lastClicked.current = idAt(index) ?? null
    onChange(next)
  }

  const shown = () => idsBetween(0, count - 1)

  return {
    all: count > 0 && selection.size >= count && shown().every((id) => selection.has(id)),
    some: selection.size > 0,
    toggle,
    toggleAll: (event: ChangeEvent<HTMLInputElement>) => onChange(new Set(event.target.checked ? shown() : [])),
  }
}
