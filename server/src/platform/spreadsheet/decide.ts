import type { ImportedChange, ImportedOnly } from '@kontor/contract/shared/imports'
import type { Queryable } from '../database/database.ts'
import type { RowOf } from './columns.ts'
import type { Candidate, Existing, ImportTarget } from './import-target.ts'
import type { Outcome } from './report.ts'
import type { CellNote, ReadRow } from './rows.ts'
import { asText, displayValue } from './values.ts'

export interface ImportState {
  readonly only: ImportedOnly
  /** Returns the file's header for a field, or the field's label if the file has no such column. */
  readonly headerOf: (key: string) => string
  /** Records by lookup key: records that earlier rows create, and existing records under the keys that earlier rows add to them. */
  readonly candidates: Map<string, Candidate[]>
  /** Existing records that earlier rows match, by id. Each has the row's number, and the identity that the row gives it. */
  readonly matched: Map<number, Candidate>
  /** The number of the first row with each organisation number or e-mail address, by field and value. */
  readonly seen: Map<string, number>
}

/** Joins the columns and the messages of notes about a row. */
const messageOf = (notes: readonly CellNote[]): Pick<Outcome, 'column' | 'message'> => ({
  column: [...new Set(notes.map(({ column }) => column).filter(Boolean))].join(', ') || null,
  message: notes.map(({ message }) => message).join('. ') || null,
})

const cellsOf = ({ cells }: ReadRow): Outcome['cells'] =>
  cells.map((cell) => (cell instanceof Date ? asText(cell) : (cell ?? null)))

const wholeRow = (message: string): Pick<Outcome, 'column' | 'message'> => ({ column: null, message })

const addToList = <Value>(map: Map<string, Value[]>, key: string, value: Value): void => {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

/** Drops cells whose original text equals the record's value, together with their problems and remarks: such cells change nothing. */
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

/** Returns the row's values that differ from the record. Empty cells are ignored. */
const changedValues = (values: RowOf, existing: Existing): RowOf =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== existing[key]))

const isIdentical = (read: ReadRow, existing: Existing): boolean => {
  const { problems, values } = dropUnchangedCells(read, existing)
  return problems.length === 0 && Object.keys(changedValues(values, existing)).length === 0
}

/** Returns the values to match the row by. A text that could not be parsed is matched literally, since a record may contain that very text. */
const matchValues = ({ values, literal, problems }: ReadRow): RowOf =>
  problems.length === 0 ? values : { ...literal, ...values }

/** Returns true if the row has a problem that no matching record can resolve. */
const hasFatalProblem = ({ problems, literal }: ReadRow): boolean =>
  problems.some(({ key }) => literal[key] === undefined)

const missingValues = (
  { values, remarks }: ReadRow,
  { columns }: ImportTarget,
  { headerOf }: ImportState,
): CellNote[] =>
  Object.entries(columns).flatMap(([key, { required, label }]) => {
    if (!required || values[key] !== undefined) return []
    const known = remarks.find((remark) => remark.key === key)
    return [known ?? { key, column: headerOf(key), message: `${label} er påkrevd` }]
  })

/** Matches names of rows with sums. `isTotal` recognises a real company of such a name by its number or address. */
const totalName =
  /^(?:(?:slutt|del|total)?sum|(?:sum |grand |sub)?total|totalt(?: sum)?|i alt|til ?sammen|antall|gjennomsnitt)[\s:.\d]*$/i

const isTotal = ({ values }: ReadRow, { nameField, identity }: ImportTarget): boolean =>
  totalName.test(String(values[nameField] ?? '')) &&
  identity.every((key) => key === nameField || values[key] === undefined)

const nameOf = ({ nameField }: ImportTarget, { values, literal }: ReadRow, existing?: Existing): string | null => {
  const name = values[nameField] ?? literal[nameField] ?? existing?.[nameField]
  return name === undefined || name === null ? null : String(name)
}

/** Creates a function that returns a remark for each organisation number or e-mail address of a row that an earlier row has, too. */
const createRepetitionFinder =
  ({ columns }: ImportTarget, { seen, headerOf }: ImportState) =>
  ({ row, values }: ReadRow): readonly CellNote[] =>
    Object.entries(values).flatMap(([key, value]) => {
      const kind = columns[key]?.kind
      if (kind !== 'email' && kind !== 'organizationNumber') return []
      const place = `${key} ${String(value).toLowerCase()}`
      const earlier = seen.get(place)
      if (earlier === undefined) seen.set(place, row)
      return earlier === undefined ? [] : [{ key, column: headerOf(key), message: `Står også i rad ${earlier}` }]
    })

/**
 * Decides for each row of a batch whether it creates a record, updates one, or fails; writes nothing.
 * @returns the writes, and the outcome of each row
 */
export const decide = async (db: Queryable, target: ImportTarget, batch: readonly ReadRow[], state: ImportState) => {
  const { only, headerOf, candidates, matched } = state
  const findRepetitions = createRepetitionFinder(target, state)
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

  /** Lets later rows find the record that this row creates or matches, also under keys that the row adds. */
  const addCandidate = (row: number, values: RowOf, existing?: Existing): void => {
    const identity = Object.fromEntries(target.identity.map((key) => [key, values[key] ?? existing?.[key]]))
    if (existing) matched.set(existing.id, { row, identity })
    const known = existing ? target.keys(existing) : []
    for (const key of target.keys(identity)) if (!known.includes(key)) addToList(candidates, key, { row, identity })
  }

  const fail = (read: ReadRow, why: Pick<Outcome, 'column' | 'message'>, existing?: Existing): Outcome => ({
    row: read.row,
    outcome: 'failed',
    name: nameOf(target, read, existing),
    ...why,
    cells: cellsOf(read),
  })

  const create = (read: ReadRow, repetitions: readonly CellNote[]): Outcome => {
    const { row, values, remarks } = read
    const about = { row, outcome: 'created', name: nameOf(target, read) } as const
    if (only === 'existing') return { ...about, kind: 'skipped' }
    if (isTotal(read, target)) return fail(read, wholeRow('Ser ut som en rad med summer og blir ikke importert'))
    const missing = missingValues(read, target, state)
    if (missing.length > 0) return fail(read, messageOf(missing))
    addCandidate(row, values)
    inserts.push(values)
    return { ...about, ...messageOf([...remarks, ...repetitions]) }
  }

  const changeOf = (existing: Existing, key: string, after: string | number | boolean): ImportedChange[] => {
    const column = target.columns[key]
    const before = existing[key] ?? null
    if (!column) return []
    return [
      {
        column: headerOf(key),
        before: before === null ? null : displayValue(before, column),
        after: displayValue(after, column),
      },
    ]
  }

  const update = (read: ReadRow, existing: Existing, repetitions: readonly CellNote[]): Outcome => {
    const { row, values, remarks } = read
    const changed = changedValues(values, existing)
    addCandidate(row, changed, existing)
    const about = { row, outcome: 'updated', name: nameOf(target, read, existing) } as const
    if (only === 'new') return { ...about, kind: 'skipped' }
    const changes = Object.entries(changed).flatMap(([key, value]) =>
      value === undefined ? [] : changeOf(existing, key, value),
    )
    if (changes.length === 0) return { ...about, ...messageOf(remarks), outcome: 'unchanged' }
    updates.push({ ...changed, id: existing.id })
    const newRepetitions = repetitions.filter(({ key }) => key in changed)
    return { ...about, ...messageOf([...remarks, ...newRepetitions]), changes }
  }

  /** Prefers, among several matches, a record that is identical to the row and that no earlier row matched. */
  const preferIdentical = (read: ReadRow, matches: readonly Candidate[]): readonly Candidate[] => {
    if (matches.length < 2) return matches
    const identical = matches.find(({ existing, row }) => existing && row === undefined && isIdentical(read, existing))
    return identical ? [identical] : matches
  }

  const decideRow = (read: ReadRow): Outcome => {
    const repetitions = findRepetitions(read)
    if (hasFatalProblem(read)) return fail(read, messageOf(read.problems))
    const [match, ...others] = preferIdentical(read, target.match(matchValues(read), lookUp))
    const changed = dropUnchangedCells(read, others.length > 0 ? undefined : match?.existing)
    if (changed.problems.length > 0) return fail(read, messageOf(changed.problems), match?.existing)
    const { one, many } = target.noun
    if (others.length > 0) return fail(read, wholeRow(`Passer til flere ${many}`))
    if (match?.row !== undefined) return fail(read, wholeRow(`Gjelder samme ${one} som rad ${match.row}`))
    return match?.existing ? update(changed, match.existing, repetitions) : create(changed, repetitions)
  }

  return { outcomes: batch.map(decideRow), inserts, updates }
}
