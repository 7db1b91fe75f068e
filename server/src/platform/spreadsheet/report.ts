import type { ImportedRow, ImportReport } from '@kontor/contract/shared/imports'
import { maxReportedRows } from '@kontor/contract/shared/spreadsheet'

/** The result of one row. */
export interface Outcome extends ImportedRow {
  /** The record already had the row's values. */
  readonly unchanged?: boolean
}

/** When there are too many, failures are reported before remarks, and remarks before plain updates. */
const rank = ({ outcome, column }: Outcome): number => {
  if (outcome === 'failed') return 0
  return column ? 1 : 2
}

/** Counts the rows' outcomes, and keeps the first rows that have a message. */
export const createReporter = () => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 }
  const reportedRows: ImportedRow[][] = [[], [], []]
  return {
    add: (result: Outcome): void => {
      const { unchanged = false, ...row } = result
      counts[unchanged ? 'unchanged' : row.outcome] += 1
      const list = reportedRows[rank(result)]
      if (row.message && list && list.length < maxReportedRows) list.push(row)
    },
    report: (about: { dryRun: boolean; columns: string[]; unknownColumns: string[] }): ImportReport => ({
      success: true,
      ...about,
      rows_ok: counts.created + counts.updated + counts.unchanged,
      rows_failed: counts.failed,
      rows_created: counts.created,
      rows_updated: counts.updated,
      rows: reportedRows
        .flat()
        .slice(0, maxReportedRows)
        .sort((a, b) => a.row - b.row),
    }),
  }
}
