/** A cell's value from the library: a formula's last value; dates are midnight UTC. */
export type Cell = string | number | boolean | Date | null | undefined

interface Named {
  /** The header that an export writes, and the name of the column in messages. */
  readonly label: string
  /** Other headers for this column; case, spaces and punctuation are ignored. */
  readonly synonyms?: readonly string[]
  /** A new record needs a value here. */
  readonly required?: true
  /** The column's width in exports, in characters. */
  readonly width?: number
}

/** What a column holds. `max` counts characters, `scale` decimals. */
export type ColumnKind =
  | { readonly kind: 'line' | 'text'; readonly max: number }
  | { readonly kind: 'email' }
  /** Nine digits; rejected when the check digit is wrong. */
  | { readonly kind: 'organizationNumber' }
  /** Restores leading zeros that a spreadsheet program removed from Norwegian postcodes; foreign ones stay unchanged. */
  | { readonly kind: 'postcode'; readonly max: number }
  | { readonly kind: 'phone'; readonly max: number }
  | { readonly kind: 'integer'; readonly minValue: number; readonly maxValue: number }
  | { readonly kind: 'decimal'; readonly scale: number; readonly maxValue: number }
  /** A calendar day, `YYYY-MM-DD`. */
  | { readonly kind: 'date' }
  /** Ja or Nei; `yes` and `no` are additional words for them. */
  | { readonly kind: 'boolean'; readonly yes?: readonly string[]; readonly no?: readonly string[] }
  /** One of the words, in any case. */
  | { readonly kind: 'choice'; readonly words: readonly string[] }

export type Column = Named & ColumnKind

export type Columns = Readonly<Record<string, Column>>

/** The type of a column's parsed values; ISO days for dates. */
export type ValueOf<C extends Column> = C extends { readonly kind: 'integer' | 'decimal' }
  ? number
  : C extends { readonly kind: 'boolean' }
    ? boolean
    : C extends { readonly words: readonly (infer Word)[] }
      ? Word
      : string

/** The values of one row; empty cells are absent. */
export type RowOf<C extends Columns = Columns> = { -readonly [Key in keyof C]?: ValueOf<C[Key]> }

/** Also a point in time, as ISO 8601 text, which exports write in Norwegian time. Imports have no such column. */
export type ExportColumn = Column | (Named & { readonly kind: 'moment' })

export type ExportColumns = Readonly<Record<string, ExportColumn>>

/** Makes a function for text columns, which takes their labels and maximum lengths from the entity's own. */
export const textColumns =
  <Labels extends Readonly<Record<string, string>>, Limits extends Readonly<Record<string, number>>>(
    labels: Labels,
    limits: Limits,
  ) =>
  <const Kind extends 'line' | 'text' | 'phone' | 'postcode'>(
    kind: Kind,
    field: keyof Labels & keyof Limits & string,
    ...synonyms: string[]
  ) => ({ kind, label: labels[field], max: limits[field], synonyms })
