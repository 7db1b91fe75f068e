import { useMemo, useState } from 'react'
import { type ColumnWidths, useColumnWidths } from './use-column-widths.ts'

export interface PickableColumn {
  readonly id: string
  readonly label: string
  /** True if the column is hidden until the user shows it. */
  readonly hiddenAtFirst?: boolean
}

const read = (storageKey: string): readonly string[] | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : null
  } catch {
    // Storage is blocked, or contains something that Kontor did not write.
    return null
  }
}

const store = (storageKey: string, hidden: readonly string[] | null): void => {
  try {
    if (hidden) localStorage.setItem(storageKey, JSON.stringify(hidden))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

export interface ColumnVisibility {
  readonly hidden: ReadonlySet<string>
  readonly setShown: (id: string, shown: boolean) => void
  /** Hides exactly these columns. */
  readonly setHidden: (hidden: readonly string[]) => void
  readonly sizing: ColumnWidths
  /** Shows the default columns in their automatic widths. */
  readonly reset: () => void
}

/** The columns of a table that the user may hide, and which of them are hidden. */
export interface ColumnChoice {
  readonly columns: readonly PickableColumn[]
  readonly visibility: ColumnVisibility
}

/** Keeps a table's hidden columns and the widths of its other columns in local storage. `columns` must be a stable reference. */
export const useColumnVisibility = (storageKey: string, columns: readonly PickableColumn[]): ColumnVisibility => {
  const [chosen, setChosen] = useState(() => read(storageKey))
  const hidden = useMemo(
    () => new Set(chosen ?? columns.filter(({ hiddenAtFirst }) => hiddenAtFirst).map(({ id }) => id)),
    [chosen, columns],
  )
  const sizing = useColumnWidths(storageKey)
  const change = (next: readonly string[] | null) => {
    store(storageKey, next)
    setChosen(next)
  }
  const setShown = (id: string, shown: boolean) =>
    change(shown ? [...hidden].filter((other) => other !== id) : [...hidden, id])
  const reset = () => {
    change(null)
    sizing.setWidths(null)
  }
  return { hidden, setShown, setHidden: change, sizing, reset }
}
