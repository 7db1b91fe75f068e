import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Unique in the table; the list is sorted by it. */
  readonly id: string
  readonly header: string
  /** Only screen readers get the header. */
  readonly isHeaderHidden?: true
  readonly isSortable?: false
  /** Widths and breakpoints, applied to the column's head and its cells. */
  readonly className?: string
  /** In pixels; only for a boxed table. */
  readonly width?: number
  /** Stays visible beside the checkbox when a boxed table scrolls sideways. */
  readonly pinned?: true
  /** The user may hide it; whether it is shown at first. */
  readonly pickable?: 'shown' | 'hidden'
  readonly cell: (row: Row) => ReactNode
}

/** The last column, with the row's buttons. */
export const actionsColumn = <Row>(className: string, cell: Column<Row>['cell']): Column<Row> => ({
  id: 'actions',
  header: 'Handlinger',
  isHeaderHidden: true,
  isSortable: false,
  className,
  cell,
})

/** Classes of a pinned column's head and cells. They inherit the row's background, so that nothing shows through. */
export const pinnedCell = 'sticky left-10 z-1 border-rule border-r bg-inherit'
export const pinnedCheckbox = 'sticky left-0 z-1 bg-inherit'

/** What is shown beneath one of the rows, which is highlighted meanwhile. */
export interface RowDetail {
  readonly id: string
  readonly content: ReactNode
}

export type Selection = ReadonlySet<string>

export const nothingSelected: Selection = new Set()
