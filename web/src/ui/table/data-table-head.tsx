import { formatSort, type Sort } from '@kontor/contract/shared/sorting'
import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { ArrowDownIcon, ArrowUpIcon, SortIcon } from '../base/icons.tsx'
import { Select } from '../form/select.tsx'
import { ColumnResizer } from './column-resizer.tsx'
import {
  actionsId,
  type Column,
  pinClasses,
  pinnedCheckbox,
  pinOf,
  pinStyle,
  type Unsorted,
} from './data-table-model.ts'
import { widthOf } from './use-column-layout.ts'
import type { ColumnWidths, Widths } from './use-column-widths.ts'

const stickyHead = 'sticky z-10 bg-paper'
/** Sticks the head below any bar that is pinned to the top of the window. */
const stickyTop = 'top-(--table-head-top,0px)'

type Direction = 'ascending' | 'descending' | undefined

function SortMark({ direction }: { direction: Direction }) {
  if (direction === 'ascending') return <ArrowUpIcon className="size-3.5 shrink-0" />
  if (direction === 'descending') return <ArrowDownIcon className="size-3.5 shrink-0" />
  return (
    <SortIcon className="size-3.5 shrink-0 opacity-0 group-hover/head:opacity-60 group-focus-visible/head:opacity-60" />
  )
}

interface SortProps {
  readonly sort: Sort
  readonly onSortChange: (sort: Sort) => void
}

interface ColumnHeadProps<Row> extends SortProps {
  readonly column: Column<Row>
  readonly boxed: boolean
  readonly sizing: ColumnWidths | undefined
  readonly widths: Widths | null | undefined
}

/** The width of the column with the name when the table scrolls sideways. A share of the table's width would be too wide. */
const boxedNameWidth = 'clamp(11rem, 22vw, 20rem)'

const headWidth = <Row,>(column: Column<Row>, widths: Widths | null | undefined, boxed: boolean) => {
  if (!widths && boxed) return column.width ?? (column.isName && boxedNameWidth)
  if (!widths) return undefined
  // The actions fill the rest of the width, so that their buttons stay at the right edge.
  return column.id === actionsId ? 'auto' : widthOf(column, widths)
}

function ColumnHead<Row>({ column, boxed, sizing, widths, sort, onSortChange }: ColumnHeadProps<Row>) {
  const { id, header, isSortable = true, isName = false, className } = column
  const isSizable = sizing !== undefined && id !== actionsId
  const direction: Direction = sort.id === id ? (sort.desc ? 'descending' : 'ascending') : undefined
  return (
    <th
      scope="col"
      aria-sort={direction}
      data-column={id}
      data-pin={pinOf(column)}
      style={{ width: headWidth(column, widths, boxed), ...(boxed && pinStyle(column)) }}
      className={cx('truncate px-0 font-medium', (boxed && pinClasses(column)) || 'relative', className)}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() => onSortChange({ id, desc: direction === 'ascending' })}
          className={cx(
            'group/head flex h-9 w-full items-center gap-1 rounded-sm px-2.5 -outline-offset-2 hover:text-ink',
            direction && 'text-ink',
          )}
        >
          {header}
          <SortMark direction={direction} />
        </button>
      ) : (
        <span className="flex h-9 items-center px-2.5">{header}</span>
      )}
      {isSizable && <ColumnResizer id={id} header={header} isName={isName} {...sizing} />}
    </th>
  )
}

interface ColumnHeadsProps<Row> extends SortProps {
  readonly columns: readonly Column<Row>[]
  readonly selectAll: ReactNode
  /** True if the table scrolls inside its own box. */
  readonly boxed: boolean
  /** Omit it while columns can't be resized. */
  readonly sizing: ColumnWidths | undefined
  /** The widths that the user chose; null for automatic ones. */
  readonly widths: Widths | null | undefined
}

export function ColumnHeads<Row>({ columns, selectAll, boxed, sizing, widths, ...sorting }: ColumnHeadsProps<Row>) {
  return (
    <thead
      className={cx(
        stickyHead,
        boxed ? 'top-0 [&_th]:border-rule [&_th]:border-b' : `${stickyTop} shadow-[inset_0_-1px_0_var(--color-rule)]`,
        'text-[0.8125rem] text-soft',
      )}
    >
      <tr className="group/heads bg-inherit">
        {selectAll && (
          <th scope="col" className={cx('w-10 p-0', boxed && pinnedCheckbox)}>
            {selectAll}
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} boxed={boxed} sizing={sizing} widths={widths} {...sorting} />
        ))}
      </tr>
    </thead>
  )
}

interface NarrowHeadProps<Row> extends SortProps {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly unsorted: Unsorted | undefined
  readonly selectAll: ReactNode
}

/** Replaces the column heads by a sort menu on narrow screens. */
export function NarrowHead<Row>({ label, columns, sort, onSortChange, unsorted, selectAll }: NarrowHeadProps<Row>) {
  const orders = columns
    .filter(({ isSortable = true }) => isSortable)
    .flatMap(({ id, header }) => [
      { sort: { id, desc: false }, label: `${header}, stigende` },
      { sort: { id, desc: true }, label: `${header}, synkende` },
    ])
  if (unsorted) orders.unshift({ sort: { id: unsorted.id, desc: false }, label: unsorted.header })
  const options = orders.map(({ sort, label }) => ({ value: formatSort(sort), label }))
  const choose = (value: string) => {
    const chosen = orders.find(({ sort }) => formatSort(sort) === value)
    if (chosen) onSortChange(chosen.sort)
  }
  return (
    <thead className={cx(stickyHead, stickyTop, 'shadow-[inset_0_-1px_0_var(--color-rule)]')}>
      <tr>
        {selectAll && (
          <th scope="col" className="w-10 p-0">
            {selectAll}
          </th>
        )}
        <th scope="col" className={cx('py-1.5 font-normal', selectAll ? 'pl-1' : false)}>
          <span className="sr-only">{label}</span>
          <Select
            aria-label="Sorter etter"
            value={formatSort(sort)}
            onValueChange={choose}
            options={options}
            className="w-full sm:max-w-72"
          />
        </th>
      </tr>
    </thead>
  )
}
