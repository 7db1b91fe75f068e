import {
  createColumnHelper,
  metaHelper,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from '@tanstack/react-table'

interface ColumnMeta {
  /** Widths and breakpoints, on the column's head and cells alike. */
  readonly className?: string
}

/** Rows come filtered and sorted by the screen: a list that is filtered at every keystroke must not be sorted at each. */
export const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

export type Columns<Row extends RowData> = TableOptions<typeof features, Row>['columns']

export const columnsFor = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

export interface Sort<Id extends string = string> {
  readonly id: Id
  readonly desc: boolean
}

/** The ids of the chosen rows. */
export type Selection = RowSelectionState

export const selectedIds = (selection: Selection): string[] => Object.keys(selection)
