import type { ImportedRow, ImportReport } from '@kontor/contract/shared/imports'
import { maxReportedRows } from '@kontor/contract/shared/spreadsheet'
import { reportedCharacters } from './limits.ts'

/** The result of one row. */
export interface Outcome extends ImportedRow {
  /** Set if the row was skipped because the import is limited to new or to existing records. */
  readonly kind?: 'skipped'
}

/** Ranks outcomes: if a report has too many rows, it keeps failures first, then rows with messages, updates and new records. */
const rankOf = ({ outcome, message, changes }: Outcome): number => {
  if (outcome === 'failed') return 0
  if (message) return 1
  return changes ? 2 : 3
}

const countCharacters = ({ cells = [], changes = [], message }: ImportedRow): number =>
  [...cells, ...changes.flatMap(({ before, after }) => [before, after]), message]
    .map((text) => (typeof text === 'string' ? text.length : 8))
    .reduce((sum, length) => sum + length, 0)

/** Creates a reporter that counts outcomes, and keeps the rows that change something, fail or have a message. */
export const createReporter = () => {
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  const ranks: ImportedRow[][] = [[], [], [], []]
  const characters = [0, 0, 0, 0]
  return {
    add: (result: Outcome): void => {
      const { kind, ...row } = result
      counts[kind ?? row.outcome] += 1
      if (kind === 'skipped' || (row.outcome === 'unchanged' && !row.message)) return
      const rank = rankOf(result)
      const list = ranks[rank] ?? []
      const size = (characters[rank] ?? 0) + countCharacters(row)
      if (list.length >= maxReportedRows || size > reportedCharacters) return
      characters[rank] = size
      list.push(row)
    },
    report: (about: Pick<ImportReport, 'dryRun' | 'headers' | 'columns' | 'unknownColumns'>): ImportReport => ({
      success: true,
      ...about,
      rows_ok: counts.created + counts.updated + counts.unchanged,
      rows_failed: counts.failed,
      rows_created: counts.created,
      rows_updated: counts.updated,
      rows_skipped: counts.skipped,
      rows: ranks
        .flat()
        .slice(0, maxReportedRows)
        .sort((a, b) => a.row - b.row),
    }),
  }
}
