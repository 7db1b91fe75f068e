import type { Fields, ValueOf } from '@kontor/contract/shared/field-kinds'
import type { Queryable } from '../database/database.ts'
import type { RowOf } from './columns.ts'

/** A record in the database: its id, and a value or null for every column. */
export type Existing<C extends Fields = Fields> = { readonly id: number } & {
  readonly [Key in keyof C]: ValueOf<C[Key]> | null
}

/** A record that a row may match: an existing one, or one that an earlier row of the file creates. */
export interface Candidate<C extends Fields = Fields, Identity extends keyof C = keyof C> {
  readonly existing?: Existing<C>
  /** The earlier row of the file that creates or matches the record. */
  readonly row?: number
  readonly identity: { readonly [Key in Identity]?: ValueOf<C[Key]> | null | undefined }
}

/**
 * The rules for importing an entity. Its functions are methods, not properties: only then can any entity's target be passed as a plain
 * `ImportTarget`, whose columns are unknown.
 */
export interface ImportTarget<C extends Fields = Fields, Identity extends keyof C & string = keyof C & string> {
  /** Names the entity in the lock that prevents concurrent imports. */
  readonly name: string
  readonly columns: C
  /** Headers that only Kontor's exports have: not imported, and not reported as unknown. */
  readonly exportOnlyHeaders?: readonly string[]
  /** The entity's name in messages: `kunde`, `kunder`. */
  readonly noun: { readonly one: string; readonly many: string }
  /** The fields that identify a record. A file must have a column for at least one of them. */
  readonly identity: readonly Identity[]
  /** The field with the record's name, for reports. */
  readonly nameField: Identity
  /** Returns the keys under which a record is looked up. */
  keys(identity: Candidate<C, Identity>['identity']): readonly string[]
  /** Finds existing records with any of the rows' keys. */
  find(db: Queryable, rows: readonly RowOf<C>[]): Promise<readonly Existing<C>[]>
  /** Returns the records that match the row: none, one, or several if the row is ambiguous. */
  match(row: RowOf<C>, lookUp: (key: string) => readonly Candidate<C, Identity>[]): readonly Candidate<C, Identity>[]
  /** Inserts records, and stores their ids with the import. */
  insert(tx: Queryable, rows: readonly RowOf<C>[], importId: string): Promise<void>
  /** Sets the given values; absent ones stay unchanged. */
  update(tx: Queryable, rows: readonly ({ readonly id: number } & RowOf<C>)[], importId: string): Promise<void>
  analyze(tx: Queryable): Promise<void>
}
