import type { Cell } from './columns.ts'

/** A row of a sheet; `row` is the spreadsheet's row number, from 1. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
  /** The unreadable parts of the row. */
  readonly notes?: readonly string[]
}

/** The value of a cell with a formula that was never calculated. Programs other than Excel write such cells. */
export const uncalculated = '#FORMEL?'

/** `A`, `B` … `AA`, as spreadsheet programs name columns, from 0. */
export const columnLetters = (at: number): string =>
  (at >= 26 ? columnLetters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
