import type { Queryable } from '../database/database.ts'
import type { Columns, RowOf, ValueOf } from './columns.ts'

/** A record as it stands in the database: its id, and a value or null for every column. */
export type Existing<C extends Columns> = { readonly id: number } & {
  readonly [Key in keyof C]: ValueOf<C[Key]> | null
}

/** A record that a row may be about: one of the database, or one that an earlier row of the file makes. */
export interface Candidate<C extends Columns, Identity extends keyof C> {
  readonly existing?: Existing<C>
  /** The row of the file that makes it. */
  readonly row?: number
  readonly identity: { readonly [Key in Identity]?: ValueOf<C[Key]> | null | undefined }
}

/** What an import needs to know of an entity. */
export interface ImportTarget<C extends Columns, Identity extends keyof C & string> {
  /** Names the entity in the lock that keeps two imports apart. */
  readonly name: string
  readonly columns: C
  /** Headers that an export writes besides: they are not imported, and not told as unknown. */
  readonly written?: readonly string[]
  /** What the records are called in messages: `kunde`, `kunder`. */
  readonly noun: { readonly one: string; readonly many: string }
  /** The fields by which rows are matched. A file must have a column for at least one of them. */
  readonly identity: readonly Identity[]
  /** The names under which a record is looked up. */
  readonly keys: (identity: Candidate<C, Identity>['identity']) => readonly string[]
  /** The records of the database that have any of the rows' keys. */
  readonly find: (db: Queryable, rows: readonly RowOf<C>[]) => Promise<readonly Existing<C>[]>
  /** The records that the row is about: none, one, or several that it cannot tell apart. */
  readonly match: (
    row: RowOf<C>,
    lookUp: (key: string) => readonly Candidate<C, Identity>[],
  ) => readonly Candidate<C, Identity>[]
  readonly insert: (tx: Queryable, rows: readonly RowOf<C>[]) => Promise<void>
  /** Sets the given values; what is absent stays. */
  readonly update: (tx: Queryable, rows: readonly ({ readonly id: number } & RowOf<C>)[]) => Promise<void>
  /** After many new rows: lets the database count its table anew. */
  readonly countAnew: (tx: Queryable) => Promise<void>
}
