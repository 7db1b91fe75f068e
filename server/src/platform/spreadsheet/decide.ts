import type { Queryable } from '../database/database.ts'
import type { Columns, RowOf } from './columns.ts'
import type { Candidate, Existing, ImportTarget } from './import-target.ts'
import type { TypedRow } from './read-spreadsheet.ts'
import type { Outcome } from './report.ts'
import type { CellNote } from './rows.ts'

/** What is to be written for a batch, and what became of each of its rows. */
export interface Decisions<C extends Columns> {
  readonly inserts: RowOf<C>[]
  readonly updates: ({ readonly id: number } & RowOf<C>)[]
  readonly outcomes: Outcome[]
}

type IdentityOf<C extends Columns, Identity extends keyof C> = Candidate<C, Identity>['identity']

/** What is known of the file's earlier rows. */
export interface Memory<C extends Columns, Identity extends keyof C> {
  /** Records that earlier rows make, and those of the database under the names that earlier rows give them. */
  readonly made: Map<string, Candidate<C, Identity>[]>
  /** The row that was about a record of the database, and what identifies it since, by the record's id. */
  readonly claimed: Map<number, { readonly row: number; readonly identity: IdentityOf<C, Identity> }>
}

const noted = (
  row: number,
  outcome: Outcome['outcome'],
  notes: readonly CellNote[],
  extra: string[] = [],
): Outcome => ({
  row,
  outcome,
  column: [...new Set(notes.map(({ column }) => column))].join(', ') || null,
  message: [...notes.map(({ message }) => message), ...extra].join('. ') || null,
})

const failed = (row: number, message: string): Outcome => ({ row, outcome: 'failed', column: null, message })

const add = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

const pick = <C extends Columns, Identity extends keyof C & string>(
  values: IdentityOf<C, Identity>,
  identity: readonly Identity[],
): IdentityOf<C, Identity> => {
  const picked: { -readonly [Key in Identity]?: IdentityOf<C, Identity>[Key] } = {}
  for (const key of identity) picked[key] = values[key]
  return picked
}

/** The row beside the record that it is about: where a text is to the letter what stands there, nothing else was meant. */
const settle = <C extends Columns>(read: TypedRow<C>, existing: Existing<C> | undefined): TypedRow<C> => {
  const kept = Object.keys(read.literal).filter((key) => existing && read.literal[key] === existing[key])
  if (kept.length === 0) return read
  const values: RowOf<C> = { ...read.values }
  for (const key of kept) {
    const field: keyof C = key
    delete values[field]
  }
  const open = ({ key }: CellNote) => !kept.includes(key)
  return { ...read, values, problems: read.problems.filter(open), remarks: read.remarks.filter(open) }
}

/** The values of a row that differ from what stands in the record; empty cells say nothing. */
const changesOf = <C extends Columns>(row: RowOf<C>, existing: Existing<C>): RowOf<C> => {
  const changes: RowOf<C> = { ...row }
  for (const key of Object.keys(row)) {
    const field: keyof C = key
    if (row[field] === existing[field]) delete changes[field]
  }
  return changes
}

const isSame = <C extends Columns>(read: TypedRow<C>, existing: Existing<C>): boolean => {
  const { problems, values } = settle(read, existing)
  return problems.length === 0 && Object.keys(changesOf(values, existing)).length === 0
}

/** The row's values as it is matched by them: a text that nothing could be made of may be what a record holds. */
const meant = <C extends Columns>({ values, literal, problems }: TypedRow<C>): RowOf<C> =>
  problems.length === 0 ? values : { ...literal, ...values }

/** Whether there are problems that no record can settle. */
const isHopeless = <C extends Columns>({ problems, literal }: TypedRow<C>): boolean =>
  problems.some(({ key }) => literal[key] === undefined)

const missing = <C extends Columns>(row: RowOf<C>, columns: C): CellNote[] =>
  Object.entries(columns).flatMap(([key, { required, label }]) =>
    required && row[key] === undefined ? [{ key, column: label, message: `${label} er påkrevd` }] : [],
  )

/** Decides for each row of a batch whether it makes a record, changes one, or fails; writes nothing. */
export const decide = async <C extends Columns, Identity extends keyof C & string>(
  db: Queryable,
  target: ImportTarget<C, Identity>,
  batch: readonly TypedRow<C>[],
  { made, claimed }: Memory<C, Identity>,
): Promise<Decisions<C>> => {
  const found = new Map<string, Existing<C>[]>()
  for (const existing of await target.find(db, batch.filter((read) => !isHopeless(read)).map(meant))) {
    for (const key of target.keys(existing)) add(found, key, existing)
  }
  const lookUp = (key: string): Candidate<C, Identity>[] => [
    ...(found.get(key) ?? []).map((existing) => ({
      existing,
      identity: claimed.get(existing.id)?.identity ?? existing,
    })),
    ...(made.get(key) ?? []),
  ]
  const decisions: Decisions<C> = { inserts: [], updates: [], outcomes: [] }

  const create = ({ row, values, remarks }: TypedRow<C>): Outcome => {
    const lacks = missing(values, target.columns)
    if (lacks.length > 0) return noted(row, 'failed', lacks)
    const identity = pick<C, Identity>(values, target.identity)
    for (const key of target.keys(identity)) add(made, key, { row, identity })
    decisions.inserts.push(values)
    return noted(row, 'created', remarks)
  }

  const claim = (row: number, existing: Existing<C>, changes: RowOf<C>): void => {
    const identity = pick<C, Identity>({ ...existing, ...changes }, target.identity)
    claimed.set(existing.id, { row, identity })
    const known = target.keys(existing)
    for (const key of target.keys(identity)) if (!known.includes(key)) add(made, key, { row, identity })
  }

  const update = ({ row, values, remarks }: TypedRow<C>, existing: Existing<C>): Outcome => {
    const changes = changesOf(values, existing)
    claim(row, existing, changes)
    const labels = Object.keys(changes).flatMap((key) => target.columns[key]?.label ?? [])
    if (labels.length === 0) return { ...noted(row, 'updated', remarks), unchanged: true }
    decisions.updates.push({ ...changes, id: existing.id })
    return noted(row, 'updated', remarks, [`Endrer ${labels.join(', ')}`])
  }

  /** Of several alike, the one that stands already as the row says and that no earlier row was about. */
  const choose = (read: TypedRow<C>, matches: readonly Candidate<C, Identity>[]) => {
    if (matches.length < 2) return matches
    const same = matches.find(({ existing }) => existing && !claimed.has(existing.id) && isSame(read, existing))
    return same ? [same] : matches
  }

  const decideRow = (read: TypedRow<C>): Outcome => {
    if (isHopeless(read)) return noted(read.row, 'failed', read.problems)
    const [match, ...others] = choose(read, target.match(meant(read), lookUp))
    const settled = settle(read, others.length > 0 ? undefined : match?.existing)
    if (settled.problems.length > 0) return noted(read.row, 'failed', settled.problems)
    if (!match) return create(settled)
    const { one, many } = target.noun
    if (others.length > 0) return failed(read.row, `Passer til flere ${many}`)
    const earlier = match.existing ? claimed.get(match.existing.id)?.row : match.row
    if (earlier !== undefined) return failed(read.row, `Gjelder samme ${one} som rad ${earlier}`)
    return match.existing ? update(settled, match.existing) : create(settled)
  }

  for (const read of batch) decisions.outcomes.push(decideRow(read))
  return decisions
}
