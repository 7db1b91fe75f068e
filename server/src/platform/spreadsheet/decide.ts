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

/** What is known of the file's earlier rows. */
export interface Memory<C extends Columns, Identity extends keyof C> {
  /** Records that earlier rows make. */
  readonly made: Map<string, Candidate<C, Identity>[]>
  /** The row that was about a record of the database, by the record's id. */
  readonly claimed: Map<number, number>
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
  row: RowOf<C>,
  identity: readonly Identity[],
): Candidate<C, Identity>['identity'] => {
  const picked: Partial<Pick<RowOf<C>, Identity>> = {}
  for (const key of identity) picked[key] = row[key]
  return picked
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

const missing = <C extends Columns>(row: RowOf<C>, columns: C): CellNote[] =>
  Object.entries(columns).flatMap(([key, { required, label }]) =>
    required && row[key] === undefined ? [{ column: label, message: `${label} er påkrevd` }] : [],
  )

/** Decides for each row of a batch whether it makes a record, changes one, or fails; writes nothing. */
export const decide = async <C extends Columns, Identity extends keyof C & string>(
  db: Queryable,
  target: ImportTarget<C, Identity>,
  batch: readonly TypedRow<C>[],
  { made, claimed }: Memory<C, Identity>,
): Promise<Decisions<C>> => {
  const readable = batch.filter(({ problems }) => problems.length === 0).map(({ values }) => values)
  const found = new Map<string, Candidate<C, Identity>[]>()
  for (const existing of await target.find(db, readable)) {
    const candidate = { existing, identity: existing }
    for (const key of target.keys(existing)) add(found, key, candidate)
  }
  const lookUp = (key: string) => [...(found.get(key) ?? []), ...(made.get(key) ?? [])]
  const decisions: Decisions<C> = { inserts: [], updates: [], outcomes: [] }

  const create = ({ row, values, remarks }: TypedRow<C>): Outcome => {
    const lacks = missing(values, target.columns)
    if (lacks.length > 0) return noted(row, 'failed', lacks)
    const identity = pick(values, target.identity)
    for (const key of target.keys(identity)) add(made, key, { row, identity })
    decisions.inserts.push(values)
    return noted(row, 'created', remarks)
  }

  const update = ({ row, values, remarks }: TypedRow<C>, existing: Existing<C>): Outcome => {
    claimed.set(existing.id, row)
    const changes = changesOf(values, existing)
    const labels = Object.keys(changes).flatMap((key) => target.columns[key]?.label ?? [])
    if (labels.length === 0) return { ...noted(row, 'updated', remarks), unchanged: true }
    decisions.updates.push({ ...changes, id: existing.id })
    return noted(row, 'updated', remarks, [`Endrer ${labels.join(', ')}`])
  }

  const decideRow = (read: TypedRow<C>): Outcome => {
    if (read.problems.length > 0) return noted(read.row, 'failed', read.problems)
    const [match, ...others] = target.match(read.values, lookUp)
    if (!match) return create(read)
    const { one, many } = target.noun
    if (others.length > 0) return failed(read.row, `Passer til flere ${many}`)
    const earlier = match.existing ? claimed.get(match.existing.id) : match.row
    if (earlier !== undefined) return failed(read.row, `Gjelder samme ${one} som rad ${earlier}`)
    return match.existing ? update(read, match.existing) : create(read)
  }

  for (const read of batch) decisions.outcomes.push(decideRow(read))
  return decisions
}
