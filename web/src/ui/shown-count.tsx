import type { ReactNode } from 'react'
import { formatNumber } from '../platform/format.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { FilterIcon } from './icons.tsx'

interface ShownCountProps {
  /** Null while unknown. */
  readonly shown: number | null
  readonly total: number | null
  /** There are more than `shown`; the exact number is unknown. */
  readonly atLeast?: boolean
  /** The counted items, in the plural. */
  readonly what: string
  readonly className?: string
}

/** How many of all rows are shown; screen readers announce changes. */
export function ShownCount({ shown, total, atLeast = false, what, className }: ShownCountProps) {
  const known = shown !== null && total !== null
  return (
    <p role="status" className={cx('text-[0.8125rem] text-soft tabular-nums', className)}>
      {known && `Viser ${atLeast ? 'over ' : ''}${formatNumber(shown)} av ${formatNumber(total)} ${what}`}
    </p>
  )
}

export interface ListBarProps extends ShownCountProps {
  /** Sticky while a long list scrolls. */
  readonly pinned?: boolean
  /** A search or a filter is active. */
  readonly filtered?: boolean
  readonly onReset?: () => void
  readonly children?: ReactNode
}

/** The bar between the filters and the rows: the row count and whether a filter is active. */
export function ListBar({ pinned = false, filtered = false, onReset, children, ...count }: ListBarProps) {
  return (
    <div
      className={cx(
        'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1',
        pinned ? 'z-20 mt-1 bg-paper py-1 sm:sticky sm:top-0 sm:h-11' : 'my-1',
      )}
    >
      <ShownCount {...count} />
      {filtered && (
        <Badge tone="accent" icon={<FilterIcon className="size-3" />}>
          Filter aktiv
        </Badge>
      )}
      {filtered && count.shown !== 0 && (
        <Button size="small" onClick={onReset}>
          Nullstill filtre
        </Button>
      )}
      {children}
    </div>
  )
}
