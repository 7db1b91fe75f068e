import { useId } from 'react'
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatNumber } from '../../../platform/format.ts'
import { useMediaQuery } from '../../../ui/base/use-media-query.ts'

/**
 * Charts of figures, hidden from screen readers, which get a table with the same figures. Every bar has its number, and series differ by
 * pattern, so that nothing depends on colour. Import this file lazily, since the library is larger than a screen's code.
 */

const fill = 'var(--color-fjord)'
const textStyle = { fontSize: 12, fill: 'var(--color-ink)' }
/** Margins with room for the first and last labels of an axis, which are wider than their bars. */
const margin = { top: 18, right: 12, bottom: 0, left: 12 }

interface NamedValue {
  readonly name: string
  readonly value: number
  /** The text at the bar's end. */
  readonly label: string
}

const rowHeight = 36
/** Returns the width of the names in pixels. Long names get more on wide screens; on phones they wrap, to leave room for the bars. */
const nameWidthOf = (rows: readonly NamedValue[], isWide: boolean): number =>
  isWide && rows.some(({ name }) => name.length > 18) ? 176 : 116

/** Draws one bar per row, between its name and its label; in red for what is late. */
export function RowBars({ rows, isLate = false }: { rows: readonly NamedValue[]; isLate?: boolean }) {
  const isWide = useMediaQuery('(min-width: 40rem)')
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={rows.length * rowHeight + 8} minWidth={0}>
        <BarChart
          data={[...rows]}
          layout="vertical"
          accessibilityLayer={false}
          margin={{ top: 4, right: 84, bottom: 4, left: 0 }}
        >
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis
            type="category"
            dataKey="name"
            width={nameWidthOf(rows, isWide)}
            tickLine={false}
            axisLine={false}
            tick={textStyle}
          />
          <Bar
            dataKey="value"
            fill={isLate ? 'var(--color-danger)' : fill}
            isAnimationActive={false}
            minPointSize={2}
            maxBarSize={22}
          >
            <LabelList dataKey="label" position="right" {...textStyle} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

export interface PairedValue {
  readonly name: string
  readonly first: number
  readonly second: number
}

/** Returns the label of a bar; empty for zero. */
const barNumber = (value: unknown): string => (value === 0 ? '' : formatNumber(Number(value)))

/** Draws two bars per name. The second is hatched. */
export function PairedBars({ values, labels }: { values: readonly PairedValue[]; labels: readonly [string, string] }) {
  const hatching = useId()
  return (
    <div aria-hidden="true">
      <p className="flex flex-wrap gap-x-4 text-[0.8125rem] text-soft">
        {labels.map((label, index) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <svg className="size-3" aria-hidden="true">
              <rect width="12" height="12" fill={index === 0 ? fill : `url(#${hatching})`} stroke={fill} />
            </svg>
            {label}
          </span>
        ))}
      </p>
      <ResponsiveContainer width="100%" height={220} minWidth={0}>
        <BarChart data={[...values]} accessibilityLayer={false} margin={margin} barGap={1}>
          <defs>
            <pattern id={hatching} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="5" height="5" fill="var(--color-surface)" />
              <rect width="2" height="5" fill={fill} />
            </pattern>
          </defs>
          <XAxis dataKey="name" tickLine={false} tick={textStyle} interval="equidistantPreserveStart" />
          <Bar dataKey="first" fill={fill} isAnimationActive={false}>
            <LabelList dataKey="first" position="top" formatter={barNumber} {...textStyle} fontSize={11} />
          </Bar>
          <Bar dataKey="second" fill={`url(#${hatching})`} stroke={fill} isAnimationActive={false}>
            <LabelList dataKey="second" position="top" formatter={barNumber} {...textStyle} fontSize={11} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
