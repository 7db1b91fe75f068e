import type { Cell } from './columns.ts'

/** A row of a sheet; `row` is the spreadsheet's row number, from 1. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly Cell[]
  /** Remarks for the user on parts of the row that could not be read. */
  readonly notes?: readonly string[]
}

/** Stands for the value of a cell whose formula was never calculated. Programs other than Excel write such cells. */
export const uncalculated = '#FORMEL?'

/** Returns a column's name in spreadsheet programs: `A` for position 0, `B` for 1, `AA` for 26. */
export const columnLetters = (at: number): string =>
  (at >= 26 ? columnLetters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))
