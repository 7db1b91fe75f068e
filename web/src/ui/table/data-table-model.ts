import type { CSSProperties, ReactNode } from 'react'

export interface Column<Row> {
  /** Unique in the table. The sort order refers to the column by this id. */
  readonly id: string
  readonly header: string
  readonly isSortable?: false
  /** Widths and breakpoints, applied to the column's head and its cells. */
  readonly className?: string
  /** Width in pixels; only for a boxed table. */
  readonly width?: number
  /** The side at which the column stays visible when the table scrolls sideways. The column of actions always stays visible. */
  readonly pinned?: 'start' | 'end'
  /** True if the column identifies the row. The user can't make it narrower than `minWidthOfName`. */
  readonly isName?: true
  /** Set if the user may hide the column; says whether it is shown by default. */
  readonly pickable?: 'shown' | 'hidden'
  readonly cell: (row: Row) => ReactNode
}

export const actionsId = 'actions'

/** Returns the last column, with the row's buttons. */
export const actionsColumn = <Row>(className: string, cell: Column<Row>['cell']): Column<Row> => ({
  id: actionsId,
  header: 'Handlinger',
  isSortable: false,
  className,
  cell,
})

export const pinOf = (column: Column<never> | undefined): 'start' | 'end' | undefined =>
  column?.id === actionsId ? 'end' : column?.pinned

/** Returns the custom property for the distance between a pinned column and its side of the table. */
export const pinVariable = (id: string): string => `--pin-${id}`

/** Returns the position at which a pinned column's head and cells stick. */
export const pinStyle = (column: Column<never>): CSSProperties | undefined => {
  const side = pinOf(column)
  return side && { [side === 'start' ? 'left' : 'right']: `var(${pinVariable(column.id)}, 0px)` }
}

/** The borders of pinned columns. Of neighbouring pinned columns, only the innermost has a border. */
const pinBorders = {
  start: 'not-has-[+[data-pin=start]]:border-r',
  end: '[[data-pin=end]+&]:border-l-0 border-l',
} as const

/** Returns the classes of a pinned column. It inherits the row's background, so that the cells beneath don't show through. */
export const pinClasses = (column: Column<never>): string | undefined => {
  const side = pinOf(column)
  return side && `sticky z-1 border-rule bg-inherit ${pinBorders[side]}`
}
export const pinnedCheckbox = 'sticky left-0 z-1 bg-inherit'

/** The content below one of the rows. That row is highlighted. */
export interface RowDetail {
  readonly id: string
  readonly content: ReactNode
}

/** An order that no column has. Its id is that of a sort. */
export interface Unsorted {
  readonly id: string
  readonly header: string
}

export type Selection = ReadonlySet<string>

export const nothingSelected: Selection = new Set()
