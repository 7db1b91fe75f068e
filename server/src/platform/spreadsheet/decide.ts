import type { Queryable } from '../database/database.ts'
import type { Columns, RowOf } from './columns.ts'
import type { Candidate, Existing, ImportTarget } from './import-target.ts'
import type { Outcome } from './report.ts'
import type { CellNote, ReadRow } from './rows.ts'

export interface ImportState {
  /** By key: records that earlier rows create, and existing records whose keys earlier rows change. */
  readonly candidates: Map<string, Candidate[]>
  /** By id: existing records that earlier rows match, with their identity after that row. */
  readonly matched: Map<number, Candidate>
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

/** Drops the cells whose original text is exactly the record's value, with their problems and remarks: they change nothing. */
const dropUnchangedCells = (read: ReadRow, existing: Existing | undefined): ReadRow => {
  if (!existing) return read
  const isOpen = (key: string) => read.literal[key] !== existing[key]
  return {
    ...read,
    values: Object.fromEntries(Object.entries(read.values).filter(([key]) => isOpen(key))),
    problems: read.problems.filter(({ key }) => isOpen(key)),
    remarks: read.remarks.filter(({ key }) => isOpen(key)),
  }
}

/** The row's values that differ from the record's; empty cells are ignored. */
const changedValues = (values: RowOf, existing: Existing): RowOf =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== existing[key]))

const isIdentical = (read: ReadRow, existing: Existing): boolean => {
  const { problems, values } = dropUnchangedCells(read, existing)
  return problems.length === 0 && Object.keys(changedValues(values, existing)).length === 0
}

/** The values to match the row by: a text that could not be parsed may be exactly what a record holds. */
const matchValues = ({ values, literal, problems }: ReadRow): RowOf =>
  problems.length === 0 ? values : { ...literal, ...values }

/** Whether the row has a problem that no matching record can resolve. */
const hasFatalProblem = ({ problems, literal }: ReadRow): boolean =>
  problems.some(({ key }) => literal[key] === undefined)

const missingValues = (values: RowOf, columns: Columns): CellNote[] =>
  Object.entries(columns).flatMap(([key, { required, label }]) =>
    required && values[key] === undefined ? [{ key, column: label, message: `${label} er påkrevd` }] : [],
  )

/**
 * Decides for each row of a batch whether it creates a record, updates one, or fails; writes nothing.
 * @returns the writes, and the outcome of each row
 */
export const decide = async (
  db: Queryable,
  target: ImportTarget,
  batch: readonly ReadRow[],
  { candidates, matched }: ImportState,
) => {
  const found = new Map<string, Existing[]>()
  for (const existing of await target.find(db, batch.filter((read) => !hasFatalProblem(read)).map(matchValues))) {
    for (const key of target.keys(existing)) addToList(found, key, existing)
  }
  const lookUp = (key: string): Candidate[] => [
    ...(found.get(key) ?? []).map((existing) => ({ identity: existing, ...matched.get(existing.id), existing })),
    ...(candidates.get(key) ?? []),
  ]
  const inserts: RowOf[] = []
  const updates: ({ readonly id: number } & RowOf)[] = []

  /** Lets later rows find the record that this row creates or matches, also by keys that the row changes. */
  const addCandidate = (row: number, values: RowOf, existing?: Existing): void => {
    const identity = Object.fromEntries(target.identity.map((key) => [key, values[key] ?? existing?.[key]]))
    if (existing) matched.set(existing.id, { row, identity })
    const known = existing ? target.keys(existing) : []
    for (const key of target.keys(identity)) if (!known.includes(key)) addToList(candidates, key, { row, identity })
  }

  const create = ({ row, values, remarks }: ReadRow): Outcome => {
    const missing = missingValues(values, target.columns)
    if (missing.length > 0) return outcomeWithNotes(row, 'failed', missing)
    addCandidate(row, values)
    inserts.push(values)
    return outcomeWithNotes(row, 'created', remarks)
  }

  const update = ({ row, values, remarks }: ReadRow, existing: Existing): Outcome => {
    const changes = changedValues(values, existing)
    addCandidate(row, changes, existing)
    const labels = Object.keys(changes).flatMap((key) => target.columns[key]?.label ?? [])
    if (labels.length === 0) return { ...outcomeWithNotes(row, 'updated', remarks), unchanged: true }
    updates.push({ ...changes, id: existing.id })
    return outcomeWithNotes(row, 'updated', remarks, [`Endrer ${labels.join(', ')}`])
  }

  /** Of several matches, prefers a record that is identical to the row and that no earlier row matched. */
  const preferIdentical = (read: ReadRow, matches: readonly Candidate[]): readonly Candidate[] => {
    if (matches.length < 2) return matches
    const identical = matches.find(({ existing, row }) => existing && row === undefined && isIdentical(read, existing))
    return identical ? [identical] : matches
  }

  const decideRow = (read: ReadRow): Outcome => {
    if (hasFatalProblem(read)) return outcomeWithNotes(read.row, 'failed', read.problems)
    const [match, ...others] = preferIdentical(read, target.match(matchValues(read), lookUp))
    const changed = dropUnchangedCells(read, others.length > 0 ? undefined : match?.existing)
    if (changed.problems.length > 0) return outcomeWithNotes(read.row, 'failed', changed.problems)
    const { one, many } = target.noun
    if (others.length > 0) return failure(read.row, `Passer til flere ${many}`)
    if (match?.row !== undefined) return failure(read.row, `Gjelder samme ${one} som rad ${match.row}`)
    return match?.existing ? update(changed, match.existing) : create(changed)
  }

  return { outcomes: batch.map(decideRow), inserts, updates }
}
