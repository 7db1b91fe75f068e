import { type ChangeEvent, useCallback, useLayoutEffect, useRef } from 'react'
import type { Selection } from './data-table-model.ts'

interface RowSelectionOptions {
  /** The number of listed rows, rendered or not. */
  readonly count: number
  readonly idAt: (index: number) => string | undefined
  readonly selection: Selection
  readonly onChange: ((selection: Selection) => void) | undefined
}

const isShiftClick = ({ nativeEvent }: ChangeEvent): boolean =>
  nativeEvent instanceof MouseEvent && nativeEvent.shiftKey

const idsBetween = ({ idAt }: RowSelectionOptions, from: number, to: number): string[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => idAt(Math.min(from, to) + step)).filter(
    (id) => id !== undefined,
  )

const allIds = (rows: RowSelectionOptions): string[] => (rows.count === 0 ? [] : idsBetween(rows, 0, rows.count - 1))

const indexOf = ({ count, idAt }: RowSelectionOptions, id: string | null): number => {
  for (let index = 0; index < count; index += 1) if (idAt(index) === id) return index
  return -1
}

/** Selects table rows; Shift+click selects the range from the row clicked before. */
export const useRowSelection = (rows: RowSelectionOptions) => {
  const { count, selection, onChange } = rows
  const lastClicked = useRef<string | null>(null)
  // Keeps `toggle` stable, so that unchanged rows don't re-render.
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  })

  const toggle = useCallback((index: number, event: ChangeEvent<HTMLInputElement>) => {
    const now = latest.current
    const from = isShiftClick(event) ? indexOf(now, lastClicked.current) : -1
    const next = new Set(now.selection)
    for (const id of idsBetween(now, from === -1 ? index : from, index)) {
      if (event.target.checked) next.add(id)
      else next.delete(id)
    }
    lastClicked.current = now.idAt(index) ?? null
    now.onChange?.(next)
  }, [])

  return {
    all: count > 0 && selection.size >= count && allIds(rows).every((id) => selection.has(id)),
    some: selection.size > 0,
    toggle,
    toggleAll: (event: ChangeEvent<HTMLInputElement>) => onChange?.(new Set(event.target.checked ? allIds(rows) : [])),
  }
}
