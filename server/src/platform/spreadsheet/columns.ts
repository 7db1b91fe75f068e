import type { Fields, ListedField, ValueOf } from '@kontor/contract/shared/field-kinds'

/** A cell's value as the library reads it. A formula has its last result; a day is its midnight in UTC. */
export type Cell = string | number | boolean | Date | null | undefined

/** The values of one row; empty cells are absent. */
export type RowOf<F extends Fields = Fields> = { -readonly [Key in keyof F]?: ValueOf<F[Key]> }

export type ExportColumns = Readonly<Record<string, ListedField>>
