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
  /** Widths and breakpoints, applied to the column's head and its cells. */
  readonly className?: string
  /** In pixels; only for a boxed table. */
  readonly width?: number
  /** Stays visible beside the checkbox when a boxed table scrolls sideways. */
  readonly pinned?: true
}

/** Classes of a pinned column's head and cells. They inherit the row's background, so that nothing shows through. */
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
