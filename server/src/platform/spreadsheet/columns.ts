/** What stands in a cell of a file, as the library hands it over: formulas are their last value, dates are midnight UTC. */
export type Cell = string | number | boolean | Date | null | undefined

interface Named {
  /** The header that an export writes, and the name of the column in messages. */
  readonly label: string
  /** Other headers that mean this column; case, spaces and punctuation do not matter. */
  readonly synonyms?: readonly string[]
  /** A row that makes a new record needs a value here. */
  readonly required?: true
  /** Characters; how wide an export makes the column. */
  readonly width?: number
}

/** What a column holds. `max` are characters, `scale` decimals. */
export type ColumnKind =
  | { readonly kind: 'line' | 'text'; readonly max: number }
  | { readonly kind: 'email' }
  /** Nine digits; refused when the last one does not fit. */
  | { readonly kind: 'organizationNumber' }
  /** Norwegian ones get back the zeros that a spreadsheet program took; foreign ones stay as they are. */
  | { readonly kind: 'postcode'; readonly max: number }
  | { readonly kind: 'phone'; readonly max: number }
  | { readonly kind: 'integer'; readonly least: number; readonly most: number }
  | { readonly kind: 'decimal'; readonly scale: number; readonly most: number }
  /** A calendar day, `YYYY-MM-DD`. */
  | { readonly kind: 'date' }
  /** Ja or Nei; `yes` and `no` are further words for them. */
  | { readonly kind: 'boolean'; readonly yes?: readonly string[]; readonly no?: readonly string[] }
  /** One of the words, in any case. */
  | { readonly kind: 'choice'; readonly words: readonly string[] }

/** A column that an import reads and an export writes. */
export type Column = Named & ColumnKind

/** The columns of an entity by the entity's field names, in the order in which an export writes them. */
export type Columns = Readonly<Record<string, Column>>

/** What a column's cells become; an ISO day for dates. */
export type ValueOf<C extends { readonly kind: string }> = C['kind'] extends 'integer' | 'decimal'
  ? number
  : C['kind'] extends 'boolean'
    ? boolean
    : C extends { readonly words: readonly (infer Word)[] }
      ? Word
      : string

/** The values of one row; an empty cell has none. */
export type RowOf<C extends Columns> = { -readonly [Key in keyof C]?: ValueOf<C[Key]> }

/** A moment, as ISO 8601 text; exports write it by Norway's clocks. Imports have no such column. */
export type ExportColumn = Column | (Named & { readonly kind: 'moment' })

export type ExportColumns = Readonly<Record<string, ExportColumn>>
