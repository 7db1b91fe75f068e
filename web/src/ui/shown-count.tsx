import type { ReactNode } from 'react'
import { formatNumber } from '../platform/format.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { FilterIcon } from './icons.tsx'

interface ShownCountProps {
  /** Null as long as it is not known. */
  readonly shown: number | null
  readonly total: number | null
  /** There are more than `shown`; nobody has counted how many. */
  readonly atLeast?: boolean
  /** What is counted, in the plural. */
  readonly what: string
  readonly className?: string
}

/** How many rows of all are shown; screen readers hear it change. */
export function ShownCount({ shown, total, atLeast = false, what, className }: ShownCountProps) {
  const known = shown !== null && total !== null
  return (
    <p role="status" className={cx('text-[0.8125rem] text-soft tabular-nums', className)}>
      {known && `Viser ${atLeast ? 'over ' : ''}${formatNumber(shown)} av ${formatNumber(total)} ${what}`}
    </p>
  )
}

interface ListBarProps extends ShownCountProps {
  /** Stays in sight while a long list is scrolled. */
  readonly pinned?: boolean
  /** Rows are left out by a search or a filter. */
  readonly filtered?: boolean
  readonly onReset?: () => void
  /** What can be done with the rows. */
  readonly children?: ReactNode
}

/** Stands between the filters and the rows: how many there are, and whether that is all. */
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
