import { useMemo } from 'react'
import { actionsId, type Column } from '../../../ui/table/data-table-model.ts'
import { useColumnVisibility } from '../../../ui/table/use-column-visibility.ts'

/** Returns the ids of a table's visible columns, except buttons, in their order. `columns` must be a stable reference. */
export const useShownColumns = <Row>(storageKey: string, columns: readonly Column<Row>[]): readonly string[] => {
  const pickable = useMemo(
    () => columns.map(({ id, header, pickable: state }) => ({ id, label: header, hiddenAtFirst: state === 'hidden' })),
    [columns],
  )
  const { hidden } = useColumnVisibility(storageKey, pickable)
  return columns.flatMap(({ id }) => (hidden.has(id) || id === actionsId ? [] : [id]))
}
