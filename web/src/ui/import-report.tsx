import type { ImportedRow, ImportReport } from '@kontor/contract/shared/imports'
import { downloadCsv } from '../platform/download.ts'
import { formatNumber } from '../platform/format.ts'
import { Badge, type Tone } from './badge.tsx'
import { Notice } from './states.tsx'

const outcomes = {
  created: { before: 'Ny', after: 'Ny', tone: 'positive' },
  updated: { before: 'Oppdateres', after: 'Oppdatert', tone: 'accent' },
  failed: { before: 'Feiler', after: 'Feilet', tone: 'danger' },
} as const satisfies Record<ImportedRow['outcome'], { before: string; after: string; tone: Tone }>

const rowsText = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'rad' : 'rader'}`

/** Rows that equal what is already stored. */
const countUnchanged = ({ rows_ok, rows_created, rows_updated }: ImportReport): number =>
  rows_ok - rows_created - rows_updated

/** `12 nye, 3 oppdateres, 1 feiler, 40 uendret`, in the tense of the report. */
export const importSummary = (report: ImportReport): string => {
  const { dryRun, rows_created, rows_updated, rows_failed } = report
  const unchanged = countUnchanged(report)
  const created = `${formatNumber(rows_created)} ${rows_created === 1 ? 'ny' : 'nye'}`
  const updated = `${formatNumber(rows_updated)} ${dryRun ? 'oppdateres' : 'oppdatert'}`
  const failed = `${formatNumber(rows_failed)} ${dryRun ? 'feiler' : 'feilet'}`
  const rest = unchanged > 0 ? `, ${formatNumber(unchanged)} uendret` : ''
  return `${created}, ${updated}, ${failed}${rest}`
}

const failedRows = ({ rows }: ImportReport): ImportedRow[] => rows.filter(({ outcome }) => outcome === 'failed')

/** Downloads a CSV file of the failed rows with their reasons. */
export const downloadFailedRows = (report: ImportReport, fileName: string): void =>
  downloadCsv(fileName, [
    ['Rad', 'Kolonne', 'Årsak'],
    ...failedRows(report).map(({ row, column, message }) => [row, column ?? '', message ?? '']),
  ])

function Counts({ report }: { report: ImportReport }) {
  const { dryRun, rows_created, rows_updated, rows_failed } = report
  const unchanged = countUnchanged(report)
  const counts = [
    { label: 'Nye', count: rows_created },
    { label: dryRun ? 'Oppdateres' : 'Oppdatert', count: rows_updated },
    { label: dryRun ? 'Feiler' : 'Feilet', count: rows_failed },
    ...(unchanged > 0 ? [{ label: 'Uendret', count: unchanged }] : []),
  ]
  return (
    <dl className="grid auto-cols-fr grid-flow-col border-rule border-y">
      {counts.map(({ label, count }) => (
        <div key={label} className="flex flex-col-reverse border-rule border-l px-3 py-2.5 first:border-l-0 first:pl-0">
          <dt className="text-[0.8125rem] text-soft">{label}</dt>
          <dd className="font-semibold text-xl tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
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
            Forklaring
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, outcome, column, message }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may be listed more than once, and the list never changes
          <tr key={place} className="border-rule border-b align-top">
            <td className="py-1.5 pr-3 tabular-nums">{row}</td>
            <td className="py-1.5 pr-3">
              <Badge tone={outcomes[outcome].tone}>{outcomes[outcome][dryRun ? 'before' : 'after']}</Badge>
            </td>
            <td className="py-1.5 [overflow-wrap:anywhere]">
              {column && <span className="font-medium">{column}: </span>}
              {message ?? <span className="text-soft">–</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The result of a dry run or an import: counts, ignored columns, and the rows that need attention. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { dryRun, rows, rows_failed, unknownColumns } = report
  const shown = dryRun ? rows : rows.filter(({ outcome, message }) => outcome === 'failed' || message)
  const hiddenFailures = rows_failed - failedRows(report).length
  return (
    <div className="flex flex-col gap-4">
      <Counts report={report} />
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
    </div>
  )
}
