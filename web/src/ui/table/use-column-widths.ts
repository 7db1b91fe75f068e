import { useCallback, useMemo, useState } from 'react'

/** Widths in pixels by the columns' ids. */
export type Widths = Readonly<Record<string, number>>

export const minWidthOfColumn = 64
export const minWidthOfName = 160
export const maxWidthOfColumn = 800

const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= minWidthOfColumn && value <= maxWidthOfColumn

const read = (storageKey: string): Widths | null => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, number] => isWidth(entry[1])))
  } catch {
    // Storage is blocked, or contains something that Kontor did not write.
    return null
  }
}

const store = (storageKey: string, widths: Widths | null): void => {
  try {
    if (widths) localStorage.setItem(storageKey, JSON.stringify(widths))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

export interface ColumnWidths {
  /** Null until the user changes a width; until then the columns share the table's width. */
  readonly widths: Widths | null
  readonly setWidths: (widths: Widths | null) => void
}

/** Keeps the column widths that the user chose for a table in local storage, next to its hidden columns. */
export const useColumnWidths = (columnsKey: string): ColumnWidths => {
  const storageKey = `${columnsKey}Widths`
  const [widths, setState] = useState(() => read(storageKey))
  const setWidths = useCallback(
    (next: Widths | null): void => {
      store(storageKey, next)
      setState(next)
    },
    [storageKey],
  )
  return useMemo(() => ({ widths, setWidths }), [widths, setWidths])
}
