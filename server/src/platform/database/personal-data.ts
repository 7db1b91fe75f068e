import type { Field, Fields, ValuesOf } from '@kontor/contract/shared/field-kinds'
import type { RecordKind } from '@kontor/contract/shared/records'
import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

type Columns<T extends Table> = T['_']['columns']

/** The columns that must be declared. Numbers and booleans are left out: they don't say who a row is about. */
type Declarable<T extends Table> = {
  [C in keyof Columns<T> & string]: Columns<T>[C]['_']['data'] extends number | boolean ? never : C
}[keyof Columns<T> & string]

/** Declares the content of each column of a table, by the name that the code uses. */
interface ColumnLists<C extends string> {
  /** The entity's fields. Each declares its own content; the lists below have the other columns. */
  readonly fields?: Fields
  /** The person's e-mail address, by which their rows are found. */
  readonly addresses?: readonly C[]
  /** Addresses that may belong to other people. Only the person's own address is removed, and none is exported. */
  readonly copies?: readonly C[]
  /** Columns about a person. They are cleared if the rest of the row is kept. */
  readonly person?: readonly C[]
  /** Columns about the subject of the row, which may be a company or a person. */
  readonly subject?: readonly C[]
  /** Columns left out of exports: tokens, hashes, derived texts, names of colleagues. */
  readonly withheld?: readonly C[]
  /** Columns that are about nobody. */
  readonly other?: readonly C[]
}

type Listed<L> = { [K in keyof L]: L[K] extends readonly (infer C extends string)[] ? C : never }[keyof L]

type FieldsOf<L> = L extends { readonly fields: infer F extends Fields } ? F : Record<never, never>

type Described<F> = { [K in keyof F]: F[K] extends { readonly personal: string } ? K : never }[keyof F]

type Undeclared<T extends Table, L> = Exclude<Declarable<T>, Listed<L> | Described<FieldsOf<L>>>

/** Fails to compile if a column of the table is undeclared, or if a field has no column. */
type Complete<T extends Table, L> = [Undeclared<T, L>] extends [never]
  ? T['$inferSelect'] extends ValuesOf<FieldsOf<L>>
    ? unknown
    : { readonly columns: ValuesOf<FieldsOf<L>> }
  : { readonly undeclared: Undeclared<T, L> }

type Withheld<L> = Listed<Pick<L, keyof L & ('withheld' | 'copies')>>

interface PersonalColumn {
  /** The name that the code uses. */
  readonly key: string
  /** The name in the database. */
  readonly name: string
  readonly column: PgColumn
}

export interface PersonalTable {
  readonly table: PgTable
  /** The name in the database. */
  readonly name: string
  /** The table's kind in the audit trail, if changes of its rows are recorded there. */
  readonly event: RecordKind | undefined
  /** The column that refers to the parent, by the parent's kind. */
  readonly parents: Readonly<Partial<Record<RecordKind, string>>>
  /** The kind of the parent under which these rows' events are recorded: their `entityId` is the parent's id. */
  readonly under: RecordKind | undefined
  /** True if a row is about one person and nothing else. */
  readonly alone: boolean
  /** True if a row belongs to another person once its address changes. */
  readonly passedOn: boolean
  readonly addresses: readonly PersonalColumn[]
  /** Columns about a person, addresses included. */
  readonly person: readonly PersonalColumn[]
  readonly subject: readonly PersonalColumn[]
  /** Columns that are not exported. */
  readonly withheld: readonly PersonalColumn[]
  /** Groups of columns whose joined texts are the person's name. */
  readonly names: readonly (readonly PersonalColumn[])[]
}

const declared = new Map<string, PersonalTable>()

/** All tables that hold personal data, by their names in the database. */
export const personalTables: ReadonlyMap<string, PersonalTable> = declared

/** Returns the table whose changes are events of this kind. */
export const personalTableOf = (event: RecordKind): PersonalTable | undefined =>
  [...declared.values()].find((one) => one.event === event)

/**
 * Declares the content of each column of a table with personal data. Erasure, masking, export, trash and retention know only what is declared.
 * Returns the columns of an export: all that aren't withheld. @throws Error if a column is missing or declared twice
 */
export const declarePersonalData = <T extends PgTable, const L extends ColumnLists<keyof Columns<T> & string>>(
  table: T,
  lists: L & Complete<T, L>,
  {
    event,
    parents = {},
    under,
    alone = false,
    passedOn = false,
    names = [],
  }: Partial<Pick<PersonalTable, 'event' | 'parents' | 'under' | 'alone' | 'passedOn'>> & {
    readonly names?: readonly (readonly (keyof Columns<T> & string)[])[]
  } = {},
): { readonly exported: Omit<Columns<T>, Withheld<L>> } => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const { fields = {}, copies = [], withheld = [], ...listed }: ColumnLists<string> = lists
  const fieldsWith = (personal: Field['personal']) =>
    Object.keys(fields).filter((key) => fields[key]?.personal === personal)
  const addresses = [...fieldsWith('address'), ...(listed.addresses ?? [])]
  const person = [...fieldsWith('person'), ...(listed.person ?? [])]
  const subject = [...fieldsWith('subject'), ...(listed.subject ?? [])]
  const other = [...fieldsWith('none'), ...(listed.other ?? [])]
  const name = getTableName(table)
  const all = [...addresses, ...copies, ...person, ...subject, ...withheld, ...other]
  for (const [key, { dataType }] of Object.entries(columns)) {
    const times = all.filter((one) => one === key).length
    if (times > 1) throw new Error(`Column ${key} of ${name} is declared twice`)
    if (times === 0 && dataType !== 'number' && dataType !== 'boolean')
      throw new Error(`Column ${key} of ${name} is undeclared: does it hold personal data?`)
  }
  const pick = (keys: readonly string[]): PersonalColumn[] =>
    keys.flatMap((key) => {
      const column = columns[key]
      return column ? [{ key, name: column.name, column }] : []
    })
  const unexported = [...withheld, ...copies]
  declared.set(name, {
    ...{ table, name, event, parents, under, alone, passedOn },
    addresses: pick(addresses),
    person: pick([...addresses, ...person]),
    subject: pick(subject),
    withheld: pick(unexported),
    names: names.map(pick),
  })
  const exported = Object.entries(columns).filter(([key]) => !unexported.includes(key))
  return { exported: Object.fromEntries(exported) as Omit<Columns<T>, Withheld<L>> }
}
