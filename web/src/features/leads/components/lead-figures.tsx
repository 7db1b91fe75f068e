import type { LeadFigures as Figures } from '@kontor/contract/leads/leads.figures.schema'
import { lostStatus } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDay } from '../../../platform/format/days.ts'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { loadable } from '../../../ui/base/loadable.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { LabelledCheckbox } from '../../../ui/form/form-fields.tsx'
import { leadFiguresQuery } from '../leads.api.ts'
import type { LeadListState } from './use-lead-list.ts'

const chartSkeleton = <Skeleton className="h-40" />

const RowBars = loadable(async () => (await import('./lead-charts.tsx')).RowBars, chartSkeleton)
const PairedBars = loadable(async () => (await import('./lead-charts.tsx')).PairedBars, chartSkeleton)

interface Row {
  readonly name: string
  readonly cells: readonly string[]
}

interface FigureTableProps {
  readonly head: readonly string[]
  readonly rows: readonly Row[]
  /** True if a chart shows the figures, so that the table is only for screen readers. */
  readonly isHidden: boolean
}

function FigureTable({ head, rows, isHidden }: FigureTableProps) {
  return (
    <div className={cx(isHidden && 'sr-only')}>
      <table className="w-full text-left text-[0.8125rem]">
        <thead className="text-soft">
          <tr>
            {head.map((title, index) => (
              <th key={title} scope="col" className={cx('py-1 font-medium', index > 0 && 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name} className="border-rule border-t">
              <th scope="row" className="py-1 font-normal">
                {name}
              </th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
                <td key={index} className="py-1 text-right tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FigureProps extends Omit<FigureTableProps, 'isHidden'> {
  readonly title: string
  readonly note: string
  /** The text that replaces chart and table if nothing was counted. */
  readonly empty: string
  readonly asTable: boolean
  readonly chart: ReactNode
  /** Opens the list of the counted leads. */
  readonly onShow?: () => void
}

function Figure({ title, note, empty, asTable, chart, onShow, head, rows }: FigureProps) {
  return (
    <figure className="min-w-0 rounded-md border border-rule bg-surface p-4">
      <figcaption className="mb-3 flex items-start justify-between gap-3">
        <div>
          <h3 className="font-semibold text-sm">{title}</h3>
          <p className="text-[0.8125rem] text-soft">{note}</p>
        </div>
        {onShow && rows.length > 0 && (
          <Button size="small" onClick={onShow}>
            Vis i listen
          </Button>
        )}
      </figcaption>
      {rows.length === 0 ? (
        <p className="text-sm">{empty}</p>
      ) : (
        <>
          {!asTable && chart}
          <FigureTable head={head} rows={rows} isHidden={!asTable} />
        </>
      )}
    </figure>
  )
}

const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${formatNumber(Math.round((part / whole) * 100))} %`

/** Returns the stages with their counts, each also as a share of the stage before it. */
const funnelRows = (funnel: Figures['funnel']) =>
  funnel.map(({ stage, reached }, index) => {
    const before = funnel[index - 1]
    return { name: stage, reached, share: before === undefined ? null : percentOf(reached, before.reached) }
  })

const dayAndMonth = (day: string): string => formatDay(day).slice(0, 5)

const rowsOf = (counts: readonly { readonly name: string; readonly leads: number }[]) => ({
  rows: counts.map(({ name, leads }) => ({ name, cells: [formatNumber(leads)] })),
  bars: counts.map(({ name, leads }) => ({ name, value: leads, label: formatNumber(leads) })),
})

interface ChartsProps {
  readonly figures: Figures
  readonly asTable: boolean
  readonly list: LeadListState
}

function Charts({ figures, asTable, list }: ChartsProps) {
  const funnel = funnelRows(figures.funnel)
  const overdue = rowsOf(figures.overdue.map(({ owner, leads }) => ({ name: owner ?? 'Uten ansvarlig', leads })))
  const lost = rowsOf(figures.lost.map(({ reason, leads }) => ({ name: reason ?? 'Uten årsak', leads })))
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Figure
        title="Trakten"
        note="Hvor langt leads har kommet, også de som senere ble avslått. Prosenten er av trinnet før."
        empty=""
        asTable={asTable}
        head={['Trinn', 'Leads', 'Av trinnet før']}
        rows={funnel.map(({ name, reached, share }) => ({ name, cells: [formatNumber(reached), share ?? ''] }))}
        chart={
          <RowBars
            rows={funnel.map(({ name, reached, share }) => ({
              name,
              value: reached,
              label: share === null ? formatNumber(reached) : `${formatNumber(reached)} (${share})`,
            }))}
          />
        }
      />
      <Figure
        title="Nye leads og kunder per uke"
        note="De siste tolv ukene, etter ukens mandag."
        empty=""
        asTable={asTable}
        head={['Uken fra', 'Nye leads', 'Nye kunder']}
        rows={figures.weeks.map(({ week, leads, customers }) => ({
          name: formatDay(week),
          cells: [formatNumber(leads), formatNumber(customers)],
        }))}
        chart={
          <PairedBars
            labels={['Nye leads', 'Nye kunder']}
            values={figures.weeks.map(({ week, leads, customers }) => ({
              name: dayAndMonth(week),
              first: leads,
              second: customers,
            }))}
          />
        }
      />
      <Figure
        title="Forfalte steg per ansvarlig"
        note="Leads med frist før i dag. Avslåtte regnes ikke med."
        empty="Ingen steg har forfalt."
        asTable={asTable}
        head={['Ansvarlig', 'Leads']}
        rows={overdue.rows}
        chart={<RowBars rows={overdue.bars} isLate />}
        onShow={() => list.showFigure({ due: 'overdue' })}
      />
      <Figure
        title="Årsaker til avslag"
        note="Alle leads med status Avslått."
        empty="Ingen leads er avslått."
        asTable={asTable}
        head={['Årsak', 'Leads']}
        rows={lost.rows}
        chart={<RowBars rows={lost.bars} />}
        onShow={() => list.showFigure({ status: lostStatus })}
      />
    </div>
  )
}

/** Shows the figures of all leads, as charts or tables. */
export function LeadFigures({ list }: { list: LeadListState }) {
  const query = useQuery(leadFiguresQuery)
  const [asTable, setAsTable] = useState(false)
  return (
    <QueryState query={query} skeleton={<Skeleton className="h-96" />} failed="Kunne ikke hente tallene">
      {(figures) => (
        <section aria-label="Tall">
          <LabelledCheckbox label="Vis som tabell" checked={asTable} onChange={setAsTable} />
          <div className="mt-2">
            <Charts figures={figures} asTable={asTable} list={list} />
          </div>
        </section>
      )}
    </QueryState>
  )
}
