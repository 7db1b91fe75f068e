import { formatNumber } from '../../platform/format.ts'
import { Badge } from '../base/badge.tsx'
import { Button } from '../base/button.tsx'
import { cx } from '../base/cx.ts'
import { FilterIcon } from '../base/icons.tsx'

interface ShownCountProps {
  /** Null while unknown. */
  readonly shown: number | null
  readonly total: number | null
  /** True if an unknown number of rows follows those shown. */
  readonly atLeast?: boolean
  /** The counted items, in the plural. */
  readonly what: string
  readonly className?: string
}

/** Shows the number of shown rows and of all rows. Screen readers announce changes. */
export function ShownCount({ shown, total, atLeast = false, what, className }: ShownCountProps) {
  const known = shown !== null && total !== null
  return (
    <p role="status" className={cx('text-[0.8125rem] text-soft tabular-nums', className)}>
      {known && `Viser ${atLeast ? 'over ' : ''}${formatNumber(shown)} av ${formatNumber(total)} ${what}`}
    </p>
  )
}

export interface ListBarProps extends Omit<ShownCountProps, 'className'> {
  /** True if a search or a filter is active. */
  readonly filtered?: boolean
  /** Resets all filters. Omit it if clearing the search is enough. */
  readonly onReset?: () => void
  /** The header of the column that the list is sorted by, if the column is hidden. */
  readonly sortedBy?: string | undefined
}

/**
 * Shown above the rows while a search or a filter is active: the number of rows left, and a button that shows all rows. The list's title has
 * the number of all rows; screen readers get both numbers. Also names the sort order if no visible column shows it.
 */
export function ListBar({ filtered = false, onReset, sortedBy, ...count }: ListBarProps) {
  return (
    <div className={filtered || sortedBy ? 'mb-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1' : 'sr-only'}>
      <ShownCount {...count} />
      {sortedBy && <p className="text-[0.8125rem] text-soft">Sortert etter {sortedBy}</p>}
      {filtered && onReset && (
        <>
          <Badge tone="accent" icon={<FilterIcon className="size-3" />}>
            Filter aktiv
          </Badge>
          {count.shown !== 0 && (
            <Button variant="quiet" size="small" onClick={onReset}>
              Nullstill filtre
            </Button>
          )}
        </>
      )}
    </div>
  )
}
