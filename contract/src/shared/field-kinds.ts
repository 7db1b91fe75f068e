/**
 * Descriptions of an entity's fields. Schemas, spreadsheets, labels, personal data, forms, records and lists are derived from them
 * (CONTRIBUTING.md, "A field of a record").
 */

interface Description {
  /** Shown in forms, lists, headings of spreadsheets, conflicts and the audit trail. */
  readonly label: string
  /** The field's name in messages of the API, if it differs from the label. */
  readonly called?: string
  /** True if a new record needs a value. */
  readonly required?: true
  /** Replaces an empty value, so that a field with an initial value is never null. */
  readonly initial?: boolean | number
  /** The form's message for a missing value, if it differs from the API's. */
  readonly missing?: string
  /** Other headings by which imports recognise the field's column; case, spaces and punctuation are ignored. */
  readonly synonyms?: readonly string[]
  /** The column's width in exports, in characters. */
  readonly width?: number
  /** The heading above the field in the record. */
  readonly group?: string
  /** `shown`: the list shows the field's column unless the user hides it. `none`: it has no such column. Unset: users can add the column. */
  readonly column?: 'shown' | 'none'
  /** True if the list's rows show the value on a narrow screen. */
  readonly inNarrowRow?: true
  /** The name of the value (in `RegisterValues`) by which the company register fills the field. */
  readonly register?: string
  /** The personal data in the field: an e-mail address, facts about a person, facts about a company that may be one person, or none. */
  readonly personal?: 'address' | 'person' | 'subject' | 'none'
}

/** The kinds of values that a field may hold. `max` counts characters, `scale` decimals. */
export type Kind =
  | { readonly kind: 'line' | 'text' | 'website' | 'phone'; readonly max: number }
  | { readonly kind: 'email' }
  /** Nine digits, or a foreign number of at most `max` characters. */
  | { readonly kind: 'organizationNumber'; readonly max: number }
  /** Imports restore the leading zeros of Norwegian postcodes, which spreadsheets drop. */
  | { readonly kind: 'postcode'; readonly max: number }
  | { readonly kind: 'integer'; readonly minValue: number; readonly maxValue: number }
  | { readonly kind: 'decimal'; readonly scale: number; readonly maxValue: number }
  /** A calendar day, `YYYY-MM-DD`. */
  | { readonly kind: 'date' }
  /** Imports accept `yesWords` and `noWords` besides Ja and Nei. */
  | {
      readonly kind: 'boolean'
      readonly yesWords?: readonly string[]
      readonly noWords?: readonly string[]
    }
  /** One of `words`. Imports ignore the case. */
  | { readonly kind: 'choice'; readonly words: readonly string[] }

export type Field = Description & Kind

/** The part of the description that lists and exports use. A `moment` is a time set by the server: ISO 8601, shown in Norwegian time. */
export type ListedField = Pick<Description, 'label' | 'width' | 'column'> & { readonly kind: Kind['kind'] | 'moment' }

export type Fields = Readonly<Record<string, Field>>

/** The type of a field's values, apart from null. */
export type ValueOf<F extends Kind> = F extends { readonly kind: 'integer' | 'decimal' }
  ? number
  : F extends { readonly kind: 'boolean' }
    ? boolean
    : F extends { readonly words: readonly (infer Word)[] }
      ? Word
      : string

/** The type of a field's value in a record: with null if the value can be missing. */
export type StoredValue<F extends Field> = F extends
  | { readonly required: true }
  | { readonly initial: boolean | number }
  ? ValueOf<F>
  : ValueOf<F> | null

/** The type of the values of an entity's fields. */
export type ValuesOf<F extends Fields> = { readonly [Key in keyof F]: StoredValue<F[Key]> }

/** The names of fields that aren't flags or choices: users type their values, or choose them in a calendar. */
export type TypedNames<F extends Fields> = {
  [Key in keyof F & string]: F[Key] extends { readonly kind: 'boolean' | 'choice' } ? never : Key
}[keyof F & string]

/** The names of the flags. */
export type FlagNames<F extends Fields> = {
  [Key in keyof F & string]: F[Key] extends { readonly kind: 'boolean' } ? Key : never
}[keyof F & string]

type Options = Omit<Description, 'label'>

type LimitedKind = Extract<Kind, { readonly max: number }>['kind']

const limited =
  <const K extends LimitedKind>(kind: K) =>
  <const O extends Options>(label: string, max: number, options: O) => ({ kind, label, max, ...options })

/** Describes a field for a text of one line. */
export const line = limited('line')

/** Describes a field for a text of several lines. */
export const text = limited('text')

export const website = limited('website')

export const phone = <const O extends Options>(label: string, max: number, options: O) => ({
  ...{ kind: 'phone' as const, label, max },
  synonyms: ['Tlf', 'Telefonnr', 'Telefonnummer', 'Mobil', 'Mobiltelefon', 'Phone number'],
  ...options,
})

export const organizationNumber = limited('organizationNumber')

export const postcode = limited('postcode')

export const email = <const O extends Options>(label: string, options: O) => ({
  ...{ kind: 'email' as const, label },
  synonyms: ['Epost', 'E-postadresse', 'Mail', 'E-mail', 'Mailadresse'],
  ...options,
})

/** Describes a field for a whole number from 0. */
export const integer = <const O extends Options>(label: string, maxValue: number, options: O) => ({
  ...{ kind: 'integer' as const, label, minValue: 0, maxValue },
  ...options,
})

/** Describes a field for a number with two decimals. */
export const decimal = <const O extends Options>(label: string, maxValue: number, options: O) => ({
  ...{ kind: 'decimal' as const, label, scale: 2, maxValue },
  ...options,
})

export const day = <const O extends Options>(label: string, options: O) => ({
  kind: 'date' as const,
  label,
  ...options,
})

export const choice = <const W extends readonly string[], const O extends Options>(
  label: string,
  words: W,
  options: O,
) => ({ kind: 'choice' as const, label, words, ...options })

/** Describes a field for yes or no. */
export const flag = <const O extends Options & Partial<Extract<Kind, { kind: 'boolean' }>>>(
  label: string,
  options: O,
) => ({
  ...options,
  kind: 'boolean' as const,
  label,
})

/** Returns the labels of fields, in the fields' order. */
export const labelsOf = <F extends Readonly<Record<string, { readonly label: string }>>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, { label }]) => [key, label])) as {
    readonly [Key in keyof F]: string
  }

/** The times at the end of most rows; the server sets them. */
export const rowTimes = {
  createdAt: { kind: 'moment', label: 'Opprettet' },
  updatedAt: { kind: 'moment', label: 'Endret' },
} as const
