import type { ImportedChange, ImportedRow, ImportReport } from '@kontor/contract/shared/imports'
import { failedRowsHeader } from '@kontor/contract/shared/spreadsheet'
import { downloadSpreadsheet } from '../../platform/download.ts'
import { countUnchanged, countWritten, nonZero, rowsText } from '../../platform/import-file.ts'
import { Badge, type Tone } from '../base/badge.tsx'
import { Notice } from '../base/states.tsx'

const outcomes = {
  created: { before: 'Ny', after: 'Ny', tone: 'positive' },
  updated: { before: 'Oppdateres', after: 'Oppdatert', tone: 'accent' },
  unchanged: { before: 'Uendret', after: 'Uendret', tone: 'neutral' },
  failed: { before: 'Feiler', after: 'Feilet', tone: 'danger' },
} as const satisfies Record<ImportedRow['outcome'], { before: string; after: string; tone: Tone }>

/** `12 nye, 3 oppdateres, 1 feiler, 40 uendret, 2 hoppes over`, in the report's tense and without zeros. */
export const importSummary = (report: ImportReport): string => {
  const { dryRun, rows_created, rows_updated, rows_failed, rows_skipped } = report
  const summary = nonZero(
    [rows_created, rows_created === 1 ? 'ny' : 'nye'],
    [rows_updated, dryRun ? 'oppdateres' : 'oppdatert'],
    [rows_failed, dryRun ? 'feiler' : 'feilet'],
    [countUnchanged(report), 'uendret'],
    [rows_skipped, dryRun ? 'hoppes over' : 'hoppet over'],
  )
  return summary || 'ingen rader'
}

const failedRows = ({ rows }: ImportReport): ImportedRow[] => rows.filter(({ outcome }) => outcome === 'failed')

/** Describes a row's problem. Prefixes the column's header, unless the sentence begins with it. */
const reasonOf = ({ column, message }: ImportedRow): string =>
  (message?.startsWith(`${column} `) ? [message] : [column, message]).filter(Boolean).join(': ')

/**
 * Downloads the failed rows unchanged as an .xlsx file, with the reasons in a last column. The file can be corrected and imported: an
 * import ignores that column.
 */
export const downloadFailedRows = (report: ImportReport, fileName: string): Promise<void> => {
  // Drops the column with an earlier import's reasons, which the new reasons replace.
  const kept = report.headers.flatMap((header, place) => (header === failedRowsHeader ? [] : [place]))
  return downloadSpreadsheet(fileName, [
    [...kept.map((place) => report.headers[place] ?? ''), failedRowsHeader],
    ...failedRows(report).map((row) => [...kept.map((place) => row.cells?.[place] ?? null), reasonOf(row)]),
  ])
}

function Changes({ changes }: { changes: readonly ImportedChange[] }) {
  return (
    <ul className="text-soft">
      {changes.map(({ column, before, after }) => (
        <li key={column}>
          {column}: {before !== null && <del className="decoration-soft/60">{before}</del>}
          {before === null ? <span className="sr-only">tomt felt</span> : ' '}
          <span aria-hidden="true">→ </span>
          <span className="sr-only"> blir </span>
          <ins className="text-ink no-underline">{after}</ins>
        </li>
      ))}
    </ul>
  )
}

function Rows({ rows, dryRun }: { rows: readonly ImportedRow[]; dryRun: boolean }) {
  return (
    <table className="w-full text-left text-[0.8125rem]">
      <thead className="text-soft">
        <tr className="border-rule border-b">
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Rad
          </th>
          <th scope="col" className="py-1.5 pr-3 font-medium">
            Resultat
          </th>
          <th scope="col" className="py-1.5 font-medium">
            Navn og endringer
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((listed, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may be listed more than once, and the list never changes
          <tr key={place} className="border-rule border-b align-top">
            <td className="py-1.5 pr-3 tabular-nums">{listed.row}</td>
            <td className="py-1.5 pr-3">
              <Badge tone={outcomes[listed.outcome].tone}>
                {outcomes[listed.outcome][dryRun ? 'before' : 'after']}
              </Badge>
            </td>
            <td className="py-1.5 [overflow-wrap:anywhere]">
              {listed.name && <p className="font-medium">{listed.name}</p>}
              {listed.message && <p>{reasonOf(listed)}</p>}
              {listed.changes && listed.changes.length > 0 && <Changes changes={listed.changes} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The result of a dry run or an import: ignored columns, and the rows that need attention. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { dryRun, rows, rows_failed, unknownColumns } = report
  const shown = dryRun ? rows : rows.filter(({ message }) => message)
  const hiddenFailures = rows_failed - failedRows(report).length
  const listedWrites = rows.filter(({ outcome, changes }) => outcome === 'created' || changes).length
  const hiddenWrites = dryRun ? countWritten(report) - listedWrites : 0
  return (
    <div className="flex flex-col gap-4">
      {unknownColumns.length > 0 && (
        <Notice tone="warning">
          {unknownColumns.length === 1
            ? 'En kolonne er ukjent og blir ikke lest: '
            : 'Ukjente kolonner blir ikke lest: '}
          <span className="text-ink [overflow-wrap:anywhere]">{unknownColumns.join(', ')}</span>
        </Notice>
      )}
      {shown.length > 0 && <Rows rows={shown} dryRun={dryRun} />}
      {hiddenFailures > 0 && (
        <p className="text-[0.8125rem] text-soft">
          {rowsText(hiddenFailures)} til {dryRun ? 'feiler' : 'feilet'}, men vises ikke her.
        </p>
      )}
      {hiddenWrites > 0 && (
        <p className="text-[0.8125rem] text-soft">{rowsText(hiddenWrites)} til importeres, men vises ikke her.</p>
      )}
    </div>
  )
}
