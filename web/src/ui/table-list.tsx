import { type ReactNode, useMemo, useRef } from 'react'
import type { SearchState } from '../platform/url-state.ts'
import { ColumnPicker } from './column-picker.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { Column } from './data-table-model.ts'
import { SearchBox } from './search-box.tsx'
import { ListBar, type ListBarProps, ShownCount } from './shown-count.tsx'
import { NoResults } from './states.tsx'
import { type PickableColumn, useColumnVisibility } from './use-column-visibility.ts'

interface TableListProps<Row> extends Omit<DataTableProps<Row>, 'hidden' | 'minWidth'> {
  readonly filters: SearchState
  readonly search: { readonly label: string; readonly placeholder: string; readonly className: string }
  /** The filters beside the search. Without them the bar shows the count alone. */
  readonly children?: ReactNode
  readonly count: Omit<ListBarProps, 'filtered' | 'onReset'>
  /** Shown when nothing matches. */
  readonly noResults: string
  /** The local storage key of the hidden columns. */
  readonly columnsKey: string
  readonly pickerClassName?: string
  /** The table's minimum width in pixels with so many of the pickable columns. */
  readonly minWidthOf?: (shownColumns: number) => number
  /** Shown above the rows. */
  readonly notice?: ReactNode
  /** Shown below the rows. */
  readonly footer?: ReactNode
}

/** The columns that the user may hide; those shown at first come first. */
const pickableColumns = <Row,>(columns: readonly Column<Row>[]): PickableColumn[] =>
  (['shown', 'hidden'] as const).flatMap((state) =>
    columns
      .filter(({ pickable }) => pickable === state)
      .map(({ id, header }) => ({ id, label: header, hiddenAtFirst: state === 'hidden' })),
  )

const noMinWidth = (): number => 0

/** A table with its search, filters, column picker and row count. */
export function TableList<Row>(props: TableListProps<Row>) {
  const { filters, search, children, count, noResults, columnsKey, pickerClassName = 'max-md:hidden' } = props
  const { minWidthOf = noMinWidth, notice, footer, ...table } = props
  const { columns, rows } = table
  const pickable = useMemo(() => pickableColumns(columns), [columns])
  const visibility = useColumnVisibility(columnsKey, pickable)
  const shownColumns = pickable.filter(({ id }) => !visibility.hidden.has(id)).length
  const searchBox = useRef<HTMLInputElement>(null)
  const reset = () => {
    filters.reset()
    searchBox.current?.focus()
  }
  return (
    <div className={count.pinned ? 'sm:[--table-head-top:2.75rem]' : undefined}>
      <search className="flex flex-wrap gap-2.5">
        <SearchBox {...search} value={filters.text} onValueChange={filters.setText} inputRef={searchBox} />
        {children}
        <div className={`${pickerClassName} sm:ml-auto`}>
          <ColumnPicker columns={pickable} visibility={visibility} />
        </div>
      </search>
      {children ? (
        <ListBar {...count} filtered={filters.filtered} onReset={reset} />
      ) : (
        <ShownCount {...count} className="my-3" />
      )}
      {notice}
      {rows.length === 0 ? (
        <NoResults resetLabel={children ? 'Nullstill filtre' : 'Tøm søket'} onReset={reset}>
          {noResults}
        </NoResults>
      ) : (
        <>
          <DataTable {...table} hidden={visibility.hidden} minWidth={minWidthOf(shownColumns)} />
          {footer}
        </>
      )}
    </div>
  )
}
