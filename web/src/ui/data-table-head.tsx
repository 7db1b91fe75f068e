import { formatSort, parseSort, type Sort } from '@kontor/contract/shared/sorting'
import type { Column, Header, RowData } from '@tanstack/react-table'
import { FlexRender } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type features, pinnedCell, pinnedCheckbox } from './data-table-model.ts'
import { ArrowDownIcon, ArrowUpIcon, SortIcon } from './icons.tsx'
import { Select } from './select.tsx'

type Features = typeof features

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

const stickyHead = 'sticky z-10 bg-paper'
/** Below any bar that is pinned to the top of the window. */
const stickyTop = 'top-(--table-head-top,0px)'

function SortMark({ direction }: { direction: 'asc' | 'desc' | false }) {
  if (direction === 'asc') return <ArrowUpIcon className="size-3.5 shrink-0" />
  if (direction === 'desc') return <ArrowDownIcon className="size-3.5 shrink-0" />
  return (
    <SortIcon className="size-3.5 shrink-0 opacity-0 group-hover/head:opacity-60 group-focus-visible/head:opacity-60" />
  )
}

function ColumnHead<Row extends RowData>({
  header,
  boxed,
}: {
  header: Header<Features, Row, unknown>
  boxed: boolean
}) {
  const { column } = header
  const { className, width, pinned } = column.columnDef.meta ?? {}
  const direction = column.getIsSorted()
  return (
    <th
      scope="col"
      aria-sort={direction ? ariaSort[direction] : undefined}
      style={boxed ? { width } : undefined}
      className={cx('truncate px-0 font-medium', boxed && pinned && pinnedCell, className)}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className={cx(
            'group/head flex h-9 w-full items-center gap-1 rounded-sm px-2.5 -outline-offset-2 hover:text-ink',
            direction && 'text-ink',
          )}
        >
          <FlexRender header={header} />
          <SortMark direction={direction} />
        </button>
      ) : (
        <span className="flex h-9 items-center px-2.5">
          <FlexRender header={header} />
        </span>
      )}
    </th>
  )
}

interface ColumnHeadsProps<Row extends RowData> {
  readonly headers: readonly Header<Features, Row, unknown>[]
  readonly selectAll: ReactNode
  /** The table scrolls inside its own box. */
  readonly boxed: boolean
}

export function ColumnHeads<Row extends RowData>({ headers, selectAll, boxed }: ColumnHeadsProps<Row>) {
  return (
    <thead
      className={cx(
        stickyHead,
        boxed ? 'top-0 [&_th]:border-rule [&_th]:border-b' : `${stickyTop} shadow-[inset_0_-1px_0_var(--color-rule)]`,
        'text-[0.8125rem] text-soft',
      )}
    >
      <tr className="bg-inherit">
        {selectAll && (
          <th scope="col" className={cx('w-10 p-0', boxed && pinnedCheckbox)}>
            {selectAll}
          </th>
        )}
        {headers.map((header) => (
          <ColumnHead key={header.id} header={header} boxed={boxed} />
        ))}
      </tr>
    </thead>
  )
}

interface NarrowHeadProps<Row extends RowData> {
  readonly label: string
  readonly columns: readonly Column<Features, Row, unknown>[]
  readonly sort: Sort | undefined
  readonly onSortChange: ((sort: Sort) => void) | undefined
  readonly selectAll: ReactNode
}

/** On narrow screens a sort menu replaces the column heads. */
export function NarrowHead<Row extends RowData>({
  label,
  columns,
  sort,
  onSortChange,
  selectAll,
}: NarrowHeadProps<Row>) {
  const options = columns
    .filter((column) => column.getCanSort())
    .flatMap((column) => {
      const name = String(column.columnDef.header)
      return [
        { value: formatSort({ id: column.id, desc: false }), label: `${name}, stigende` },
        { value: formatSort({ id: column.id, desc: true }), label: `${name}, synkende` },
      ]
    })
  const choose = (value: string) => {
    const chosen = parseSort(
      value,
      columns.map(({ id }) => id),
    )
    if (chosen) onSortChange?.(chosen)
  }
  return (
    <thead className={cx(stickyHead, stickyTop, 'shadow-[inset_0_-1px_0_var(--color-rule)]')}>
      <tr>
        {selectAll && (
          <th scope="col" className="w-10 p-0">
            {selectAll}
          </th>
        )}
        <th scope="col" className={cx('font-normal', sort && 'py-1.5', selectAll ? 'pl-1' : false)}>
          <span className="sr-only">{label}</span>
          {sort && (
            <Select
              aria-label="Sorter etter"
              value={formatSort(sort)}
              onValueChange={choose}
              options={options}
              className="w-full"
            />
          )}
        </th>
      </tr>
    </thead>
  )
}
