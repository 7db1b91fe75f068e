import { type AgreementStatus, agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import { useMemo } from 'react'
import { formatMonth } from '../../../platform/format/days.ts'
import { formatNumber, formatOre } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import type { Agreement } from '../agreements.api.ts'
import { figuresByMonth, type MonthFigures, type Outcome, sumsByStatus } from './agreement-figures.ts'

const outcomes: Readonly<Record<Outcome, { readonly label: string; readonly className: string }>> = {
  accepted: { label: 'Akseptert', className: 'bg-success' },
  rejected: { label: 'Avslått', className: 'bg-danger' },
  open: { label: 'Åpne', className: 'bg-fjord-line' },
}

const outcomeKeys = Object.keys(outcomes) as readonly Outcome[]

const totalOf = ({ accepted, rejected, open }: MonthFigures): number => accepted + rejected + open

function MonthTable({ months }: { months: readonly MonthFigures[] }) {
  return (
    <table className="mt-2 w-full hyphens-auto text-left text-[0.8125rem] [overflow-wrap:anywhere]">
      <thead className="text-soft">
        <tr>
          <th scope="col" className="py-1 font-medium">
            Måned
          </th>
          {outcomeKeys.map((key) => (
            <th key={key} scope="col" className="py-1 text-right font-medium">
              {outcomes[key].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((figures) => (
          <tr key={figures.month} className="border-rule border-t">
            <th scope="row" className="py-1 font-normal">
              {formatMonth(figures.month)}
            </th>
            {outcomeKeys.map((key) => (
              <td key={key} className="py-1 text-right tabular-nums">
                {formatNumber(figures[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the last twelve months as stacked bars and as a table. */
function MonthChart({ agreements }: { agreements: readonly Agreement[] }) {
  const now = nowText(useNow())
  const months = useMemo(() => figuresByMonth(agreements, now), [agreements, now])
  const highest = Math.max(1, ...months.map(totalOf))
  return (
    <figure className="min-w-0 rounded-md border border-rule bg-surface p-4">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
        <span className="mr-auto font-medium">Siste tolv måneder</span>
        {outcomeKeys.map((key) => (
          <span key={key} className="inline-flex items-center gap-1.5 text-soft">
            <span aria-hidden="true" className={cx('size-2.5 rounded-sm', outcomes[key].className)} />
            {outcomes[key].label}
          </span>
        ))}
      </figcaption>
      <div aria-hidden="true" className="mt-3 flex h-20 gap-1.5">
        {months.map((figures) => (
          <div key={figures.month} className="flex min-w-0 flex-1 flex-col gap-1">
            <div className="flex flex-1 flex-col-reverse border-rule border-b" title={formatMonth(figures.month)}>
              {outcomeKeys.map((key) => (
                <div
                  key={key}
                  className={outcomes[key].className}
                  style={{ height: `${(figures[key] / highest) * 100}%` }}
                />
              ))}
            </div>
            <span className="text-center text-[0.6875rem] text-soft leading-none">
              {formatMonth(figures.month).slice(0, 3)}
            </span>
          </div>
        ))}
      </div>
      <details className="mt-2">
        <summary className="w-fit cursor-pointer rounded-sm text-[0.8125rem] text-soft">Vis tallene</summary>
        <MonthTable months={months} />
      </details>
    </figure>
  )
}

interface StatusSumsProps {
  readonly agreements: readonly Agreement[]
  /** True if the list shows the archived agreements instead of the others. */
  readonly archived: boolean
  readonly chosen: string | null
  readonly onChoose: (status: AgreementStatus | null) => void
}

/** Shows count and sum of each status. Pressing a status filters the list by it. */
function StatusSums({ agreements, archived, chosen, onChoose }: StatusSumsProps) {
  const sums = useMemo(() => sumsByStatus(agreements), [agreements])
  return (
    <div className="grid min-w-0 content-start rounded-md border border-rule bg-surface px-2 py-2">
      {sums.map(({ status, count, total }) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen === status}
          onClick={() => onChoose(chosen === status ? null : status)}
          className="flex min-h-7 flex-wrap items-baseline gap-x-3 rounded-sm px-2 py-0.5 text-left text-[0.8125rem] hover:bg-sunken aria-pressed:bg-fjord-tint aria-pressed:font-semibold"
        >
          <span className="flex-1">{agreementStatuses[status]}</span>
          <span className="tabular-nums">{formatNumber(count)}</span>
          <span className="ml-auto w-32 text-right text-soft">
            <Figures text={formatOre(total)} />
          </span>
        </button>
      ))}
      <p className="mt-1 px-2 text-soft text-xs">
        {archived ? 'Bare arkiverte avtaler er regnet med.' : 'Arkiverte avtaler er ikke regnet med.'}
      </p>
    </div>
  )
}

/** Shows the summary above the list. */
export function AgreementOverview(props: StatusSumsProps) {
  return (
    <section aria-label="Oversikt" className="mb-3 grid gap-3 md:grid-cols-2 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <StatusSums {...props} />
      <MonthChart agreements={props.agreements} />
    </section>
  )
}
