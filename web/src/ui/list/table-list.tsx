import { type ReactNode, useMemo, useRef } from 'react'
import type { Identified } from '../../platform/list-state.ts'
import type { SearchState } from '../../platform/url-state.ts'
import type { MenuItem } from '../base/overflow-menu.tsx'
import { NoResults } from '../base/states.tsx'
import { useMediaQuery } from '../base/use-media-query.ts'
import { DataTable, type DataTableProps, defaultWideFrom } from '../table/data-table.tsx'
import type { Column } from '../table/data-table-model.ts'
import { type PickableColumn, useColumnVisibility } from '../table/use-column-visibility.ts'
import { type ListContentProps, ListSkeleton } from './list-content.tsx'
import { ListControls } from './list-controls.tsx'
import { type ListFiles, ListMenu } from './list-menu.tsx'
import { QueryListPage } from './list-page.tsx'
import { ListBar, type ListBarProps } from './shown-count.tsx'

interface TableListPageProps<Row extends Identified>
  extends Omit<DataTableProps<Row>, 'hidden' | 'sizing' | 'minWidth'>,
    Omit<ListContentProps<unknown>, 'children' | 'skeleton'> {
  readonly title: string
  /** Rare actions on the list. */
  readonly menu?: readonly MenuItem[]
  readonly files?: ListFiles
  /** The main action. */
  readonly primary?: ReactNode
  /** Shown while rows are selected. */
  readonly selectionBar?: ReactNode
  readonly dialogs?: ReactNode
  readonly filters: SearchState
  readonly search: { readonly label: string; readonly placeholder: string }
  /** The filters beside the search. */
  readonly children?: ReactNode
  readonly count: Omit<ListBarProps, 'filtered' | 'onReset'>
  /** Shown when nothing matches. */
  readonly noResults: string
  /** The local storage key of the hidden columns. */
  readonly columnsKey: string
  /** The table's minimum width in pixels, by the number of visible columns that can be hidden. */
  readonly minWidthOf?: (shownColumns: number) => number
  /** Shown above the rows. */
  readonly notice?: ReactNode
  /** Shown below the rows. */
  readonly footer?: ReactNode
}

/** Returns the columns that the user may hide, beginning with those that are shown by default. */
const pickableColumns = <Row,>(columns: readonly Column<Row>[]): PickableColumn[] =>
  (['shown', 'hidden'] as const).flatMap((state) =>
    columns
      .filter(({ pickable }) => pickable === state)
      .map(({ id, header }) => ({ id, label: header, hiddenAtFirst: state === 'hidden' })),
  )

const noMinWidth = (): number => 0

/** A screen with a table, its search, filters, menu with columns, and row count. */
export function TableListPage<Row extends Identified>(props: TableListPageProps<Row>) {
  const {
    title,
    menu = [],
    files,
    primary,
    selectionBar,
    dialogs,
    query,
    texts,
    empty,
    problem,
    onProblemClose,
    ...list
  } = props
  const {
    filters,
    search,
    children,
    count,
    noResults,
    columnsKey,
    minWidthOf = noMinWidth,
    notice,
    footer,
    ...table
  } = list
  const { columns, rows, sort, wideFrom = defaultWideFrom } = table
  const pickable = useMemo(() => pickableColumns(columns), [columns])
  const visibility = useColumnVisibility(columnsKey, pickable)
  const shownColumns = pickable.filter(({ id }) => !visibility.hidden.has(id)).length
  const hasColumns = useMediaQuery(`(min-width: ${wideFrom})`)
  const sortedBy =
    hasColumns && visibility.hidden.has(sort.id) ? columns.find(({ id }) => id === sort.id)?.header : undefined
  const searchBox = useRef<HTMLInputElement>(null)
  const reset = () => {
    filters.reset()
    searchBox.current?.focus()
  }
  return (
    <QueryListPage
      title={title}
      controls={
        <ListControls
          search={search}
          text={filters.text}
          onTextChange={filters.setText}
          searchRef={searchBox}
          active={filters.active}
        >
          {children}
        </ListControls>
      }
      menu={<ListMenu items={menu} files={files} columns={hasColumns ? { columns: pickable, visibility } : null} />}
      primary={primary}
      dialogs={dialogs}
      query={query}
      texts={texts}
      empty={empty}
      skeleton={<ListSkeleton label={texts.loading} selectable={table.selection !== undefined} />}
      {...(onProblemClose && { problem, onProblemClose })}
    >
      {() => (
        <>
          <ListBar {...count} filtered={filters.filtered} sortedBy={sortedBy} {...(children && { onReset: reset })} />
          {selectionBar}
          {notice}
          {rows.length === 0 ? (
            <NoResults resetLabel={children ? 'Nullstill filtre' : 'Tøm søket'} onReset={reset}>
              {noResults}
            </NoResults>
          ) : (
            <>
              <DataTable
                {...table}
                hidden={visibility.hidden}
                sizing={visibility.sizing}
                minWidth={minWidthOf(shownColumns)}
              />
              {footer}
            </>
          )}
        </>
      )}
    </QueryListPage>
  )
}
