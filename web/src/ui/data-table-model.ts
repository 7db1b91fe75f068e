import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table'

interface ColumnMeta {
  /** Widths and breakpoints, on the column's head and cells alike. */
  readonly className?: string
  /** In pixels, in a table that scrolls in itself. */
  readonly width?: number
  /** Stays in sight beside the checkbox when such a table is scrolled sideways. */
  readonly pinned?: true
}

/** What a pinned column's head and cells have. Its ground is the row's, so that nothing shines through. */
export const pinnedCell = 'sticky left-10 z-1 border-rule border-r bg-inherit'
export const pinnedCheckbox = 'sticky left-0 z-1 bg-inherit'

export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

export type Columns<Row extends RowData> = TableOptions<typeof features, Row>['columns']

export const columnsFor = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

/** The ids of the chosen rows. */
export type Selection = ReadonlySet<string>

export const nothingSelected: Selection = new Set()
