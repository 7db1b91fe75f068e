import type { ImportedRow, ImportReport } from '@kontor/contract/shared/imports'
import { maxReportedRows } from '@kontor/contract/shared/spreadsheet'

/** What became of one row. */
export interface Outcome extends ImportedRow {
  readonly outcome: ImportedRow['outcome']
  /** The row's record stands already as the row says. */
  readonly unchanged?: boolean
}

/** Counts what became of the rows, and keeps the first of those that there is something to say about. */
export interface Reporter {
  add(outcome: Outcome): void
  report(about: { dryRun: boolean; columns: string[]; unknownColumns: string[] }): ImportReport
}

/** Failures are told before remarks, and remarks before plain updates, when there is no room for all. */
const rank = ({ outcome, column }: Outcome): number => {
  if (outcome === 'failed') return 0
  return column ? 1 : 2
}

/** A reporter that has heard of no row. */
export const createReporter = (): Reporter => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const told: ImportedRow[][] = [[], [], []]
  return {
    add: (result) => {
      const { unchanged = false, ...row } = result
      counts[unchanged ? 'unchanged' : row.outcome] += 1
      const list = told[rank(result)]
      if (row.message && list && list.length < maxReportedRows) list.push(row)
    },
    report: (about) => ({
      success: true,
      ...about,
      rows_ok: counts.created + counts.updated + counts.unchanged,
      rows_failed: counts.failed,
      rows_created: counts.created,
      rows_updated: counts.updated,
      rows: told
        .flat()
        .slice(0, maxReportedRows)
        .sort((a, b) => a.row - b.row),
    }),
  }
}
