import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { ColumnPicker } from '../../../ui/column-picker.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { ListBar } from '../../../ui/shown-count.tsx'
import { NoResults } from '../../../ui/states.tsx'
import { useColumnVisibility } from '../../../ui/use-column-visibility.ts'
import type { Product } from '../products.api.ts'
import { NarrowProduct, pickableProductColumns, productColumns } from './product-columns.tsx'
import type { OpenDialog } from './product-dialogs.tsx'
import { ProductFilters } from './product-filters.tsx'
import { useProductFilters } from './use-product-filters.ts'
import { useProductList } from './use-product-list.ts'

const idOf = ({ id }: Product): string => String(id)
const nameOf = ({ name }: Product): string => name

const heightOf = (_: Product, wide: boolean): number => (wide ? 40 : 84)

interface ProductListProps {
  readonly products: readonly Product[]
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** The list of products with its filters and columns. */
export function ProductList({ products, onOpenDialog }: ProductListProps) {
  const filters = useProductFilters()
  // Deferred, so that typing never waits for the list.
  const text = useDeferredValue(filters.text)
  const shown = useProductList(products, { text, type: filters.type, status: filters.status }, filters.sort)
  const visibility = useColumnVisibility('productColumns', pickableProductColumns)
  const searchBox = useRef<HTMLInputElement>(null)

  const actions = useMemo(
    () => ({
      onEdit: (product: Product) => onOpenDialog({ kind: 'edit', product }),
      onDelete: (product: Product) => onOpenDialog({ kind: 'delete', product }),
    }),
    [onOpenDialog],
  )
  const columns = useMemo(() => productColumns(actions), [actions])
  const narrow = useCallback((product: Product) => <NarrowProduct product={product} {...actions} />, [actions])

  const reset = () => {
    filters.reset()
    searchBox.current?.focus()
  }

  return (
    <>
      <ProductFilters
        products={products}
        filters={filters}
        searchBox={searchBox}
        end={<ColumnPicker columns={pickableProductColumns} visibility={visibility} />}
      />
      <ListBar
        shown={shown.length}
        total={products.length}
        what="produkter"
        filtered={filters.active}
        onReset={reset}
      />
      {shown.length === 0 ? (
        <NoResults resetLabel="Nullstill filtre" onReset={reset}>
          Ingen produkter passer til søket og filtrene.
        </NoResults>
      ) : (
        <DataTable
          label="Produkter"
          rows={shown}
          columns={columns}
          hidden={visibility.hidden}
          idOf={idOf}
          nameOf={nameOf}
          wideFrom="64rem"
          narrow={narrow}
          heightOf={heightOf}
          sort={filters.sort}
          onSortChange={filters.setSort}
          onOpen={actions.onEdit}
        />
      )}
    </>
  )
}
