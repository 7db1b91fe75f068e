import type { Queryable } from '../database/database.ts'
import type { Columns, RowOf } from './columns.ts'
import type { Candidate, Existing, ImportTarget } from './import-target.ts'
import type { TypedRow } from './read-spreadsheet.ts'
import type { Outcome } from './report.ts'
import type { CellNote } from './rows.ts'

/** The writes for a batch, and the outcome of each row. */
export interface Decisions<C extends Columns> {
  readonly inserts: RowOf<C>[]
  readonly updates: ({ readonly id: number } & RowOf<C>)[]
  readonly outcomes: Outcome[]
}

type IdentityOf<C extends Columns, Identity extends keyof C> = Candidate<C, Identity>['identity']

/** The effects of the file's earlier rows. */
export interface ImportState<C extends Columns, Identity extends keyof C> {
  /** By key: records that earlier rows create, and existing records whose keys earlier rows change. */
  readonly candidates: Map<string, Candidate<C, Identity>[]>
  /** By an existing record's id: the row that matched it, and its identity after that row. */
  readonly matched: Map<number, { readonly row: number; readonly identity: IdentityOf<C, Identity> }>
}

const outcomeWithNotes = (
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

const failure = (row: number, message: string): Outcome => ({ row, outcome: 'failed', column: null, message })

const addToList = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
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

/** Drops the cells whose original text is exactly the record's value, with their problems and remarks: they change nothing. */
const dropUnchangedCells = <C extends Columns>(read: TypedRow<C>, existing: Existing<C> | undefined): TypedRow<C> => {
  const unchanged = Object.keys(read.literal).filter((key) => existing && read.literal[key] === existing[key])
  if (unchanged.length === 0) return read
  const values: RowOf<C> = { ...read.values }
  for (const key of unchanged) {
    const field: keyof C = key
    delete values[field]
  }
  const isOpen = ({ key }: CellNote) => !unchanged.includes(key)
  return { ...read, values, problems: read.problems.filter(isOpen), remarks: read.remarks.filter(isOpen) }
}

/** The row's values that differ from the record's; empty cells are ignored. */
const changedValues = <C extends Columns>(row: RowOf<C>, existing: Existing<C>): RowOf<C> => {
  const changes: RowOf<C> = { ...row }
  for (const key of Object.keys(row)) {
    const field: keyof C = key
    if (row[field] === existing[field]) delete changes[field]
  }
  return changes
}

const isIdentical = <C extends Columns>(read: TypedRow<C>, existing: Existing<C>): boolean => {
  const { problems, values } = dropUnchangedCells(read, existing)
  return problems.length === 0 && Object.keys(changedValues(values, existing)).length === 0
}

/** The values to match the row by: a text that could not be parsed may be exactly what a record holds. */
const matchValues = <C extends Columns>({ values, literal, problems }: TypedRow<C>): RowOf<C> =>
  problems.length === 0 ? values : { ...literal, ...values }

/** Whether the row has a problem that no matching record can resolve. */
const hasFatalProblem = <C extends Columns>({ problems, literal }: TypedRow<C>): boolean =>
  problems.some(({ key }) => literal[key] === undefined)

const missingValues = <C extends Columns>(row: RowOf<C>, columns: C): CellNote[] =>
  Object.entries(columns).flatMap(([key, { required, label }]) =>
    required && row[key] === undefined ? [{ key, column: label, message: `${label} er påkrevd` }] : [],
  )

/** Decides for each row of a batch whether it creates a record, updates one, or fails; writes nothing. */
export const decide = async <C extends Columns, Identity extends keyof C & string>(
  db: Queryable,
  target: ImportTarget<C, Identity>,
  batch: readonly TypedRow<C>[],
  { candidates, matched }: ImportState<C, Identity>,
): Promise<Decisions<C>> => {
  const found = new Map<string, Existing<C>[]>()
  for (const existing of await target.find(db, batch.filter((read) => !hasFatalProblem(read)).map(matchValues))) {
    for (const key of target.keys(existing)) addToList(found, key, existing)
  }
  const lookUp = (key: string): Candidate<C, Identity>[] => [
    ...(found.get(key) ?? []).map((existing) => ({
      existing,
      identity: matched.get(existing.id)?.identity ?? existing,
    })),
    ...(candidates.get(key) ?? []),
  ]
  const decisions: Decisions<C> = { inserts: [], updates: [], outcomes: [] }

  const create = ({ row, values, remarks }: TypedRow<C>): Outcome => {
    const missing = missingValues(values, target.columns)
    if (missing.length > 0) return outcomeWithNotes(row, 'failed', missing)
    const identity = pick<C, Identity>(values, target.identity)
    for (const key of target.keys(identity)) addToList(candidates, key, { row, identity })
    decisions.inserts.push(values)
    return outcomeWithNotes(row, 'created', remarks)
  }

  const recordMatch = (row: number, existing: Existing<C>, changes: RowOf<C>): void => {
    const identity = pick<C, Identity>({ ...existing, ...changes }, target.identity)
    matched.set(existing.id, { row, identity })
    const known = target.keys(existing)
    for (const key of target.keys(identity)) if (!known.includes(key)) addToList(candidates, key, { row, identity })
  }

  const update = ({ row, values, remarks }: TypedRow<C>, existing: Existing<C>): Outcome => {
    const changes = changedValues(values, existing)
    recordMatch(row, existing, changes)
    const labels = Object.keys(changes).flatMap((key) => target.columns[key]?.label ?? [])
    if (labels.length === 0) return { ...outcomeWithNotes(row, 'updated', remarks), unchanged: true }
    decisions.updates.push({ ...changes, id: existing.id })
    return outcomeWithNotes(row, 'updated', remarks, [`Endrer ${labels.join(', ')}`])
  }

  /** Of several matches, prefers a record that is identical to the row and that no earlier row matched. */
  const preferIdentical = (read: TypedRow<C>, matches: readonly Candidate<C, Identity>[]) => {
    if (matches.length < 2) return matches
    const identical = matches.find(
      ({ existing }) => existing && !matched.has(existing.id) && isIdentical(read, existing),
    )
    return identical ? [identical] : matches
  }

  const decideRow = (read: TypedRow<C>): Outcome => {
    if (hasFatalProblem(read)) return outcomeWithNotes(read.row, 'failed', read.problems)
    const [match, ...others] = preferIdentical(read, target.match(matchValues(read), lookUp))
    const changed = dropUnchangedCells(read, others.length > 0 ? undefined : match?.existing)
    if (changed.problems.length > 0) return outcomeWithNotes(read.row, 'failed', changed.problems)
    if (!match) return create(changed)
    const { one, many } = target.noun
    if (others.length > 0) return failure(read.row, `Passer til flere ${many}`)
    const earlier = match.existing ? matched.get(match.existing.id)?.row : match.row
    if (earlier !== undefined) return failure(read.row, `Gjelder samme ${one} som rad ${earlier}`)
    return match.existing ? update(changed, match.existing) : create(changed)
  }

  for (const read of batch) decisions.outcomes.push(decideRow(read))
  return decisions
}
