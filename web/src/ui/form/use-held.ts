import { useState } from 'react'
import { useOpenForms } from './use-unsaved.ts'

/** Returns true while any form contains unsaved changes or is being saved. */
export const useIsTyping = (): boolean => useOpenForms().some(({ dirty, working }) => dirty || working)

/** Returns the value. While something is typed or saved, returns the value from before, so that no change by others unmounts the form. */
export const useHeld = <Value>(value: Value): Value => {
  const isTyping = useIsTyping()
  const [held, setHeld] = useState(value)
  if (isTyping) return held
  if (!Object.is(held, value)) setHeld(value)
  return value
}

/** Returns the value; without a value, the last known one of this id. */
export const useLastKnown = <Value>(id: unknown, value: Value | null | undefined): Value | null => {
  const [known, setKnown] = useState({ id, value })
  if (value == null) return (known.id === id ? known.value : null) ?? null
  if (known.id !== id || known.value !== value) setKnown({ id, value })
  return value
}

interface KeptRows<Row> {
  readonly rows: readonly Row[]
  readonly shown: readonly Row[]
  readonly gone: readonly Row[]
}

const keepRows = <Row>(rows: readonly Row[], last: KeptRows<Row>, options: KeptRowsOptions<Row>): KeptRows<Row> => {
  const keys = new Set(rows.map(options.keyOf))
  const isGone = (row: Row): boolean => !keys.has(options.keyOf(row)) && options.isKept(row)
  const gone = last.shown.filter(isGone)
  if (gone.length === 0) return { rows, shown: rows, gone }
  const shown = [...rows]
  for (const row of gone) shown.splice(last.shown.indexOf(row), 0, row)
  return { rows, shown, gone }
}

interface KeptRowsOptions<Row> {
  readonly keyOf: (row: Row) => string | number
  /** Returns true for a row with unsaved input. */
  readonly isKept: (row: Row) => boolean
}

/** Returns the rows. Those that others deleted while they are kept stay at their places, and are also returned as `gone`. */
export const useKeptRows = <Row>(rows: readonly Row[], options: KeptRowsOptions<Row>): Omit<KeptRows<Row>, 'rows'> => {
  const [last, setLast] = useState<KeptRows<Row>>({ rows, shown: rows, gone: [] })
  if (rows === last.rows && last.gone.every(options.isKept)) return last
  const next = keepRows(rows, last, options)
  setLast(next)
  return next
}
