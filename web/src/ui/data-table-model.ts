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
}

export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

export type Columns<Row extends RowData> = TableOptions<typeof features, Row>['columns']

export const columnsFor = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

export interface Sort<Id extends string = string> {
  readonly id: Id
  readonly desc: boolean
}

/** The ids of the chosen rows. */
export type Selection = ReadonlySet<string>

export const nothingSelected: Selection = new Set()
