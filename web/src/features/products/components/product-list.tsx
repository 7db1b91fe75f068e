import { useCallback, useMemo, useRef } from 'react'
import { ColumnPicker } from '../../../ui/column-picker.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { ListBar } from '../../../ui/shown-count.tsx'
import { NoResults } from '../../../ui/states.tsx'
import { useColumnVisibility } from '../../../ui/use-column-visibility.ts'
import type { Product } from '../products.api.ts'
import { NarrowProduct, type ProductActions, pickableProductColumns, productColumns } from './product-columns.tsx'
import { typesOf, useProductList } from './use-product-list.ts'

const idOf = ({ id }: Product): string => String(id)
const nameOf = ({ name }: Product): string => name
const heightOf = (_: Product, wide: boolean): number => (wide ? 40 : 84)

const statusOptions = [
  { value: 'active', label: 'Aktive' },
  { value: 'inactive', label: 'Inaktive' },
]

interface ProductListProps {
  readonly products: readonly Product[]
  /** Memoised. */
  readonly actions: ProductActions
}

/** The list of products with its filters and columns. */
export function ProductList({ products, actions }: ProductListProps) {
  const list = useProductList(products)
  const visibility = useColumnVisibility('productColumns', pickableProductColumns)
  const searchBox = useRef<HTMLInputElement>(null)
  const columns = useMemo(() => productColumns(actions), [actions])
  const narrow = useCallback((product: Product) => <NarrowProduct product={product} {...actions} />, [actions])
  const types = useMemo(
    () => typesOf(products, list.type).map((type) => ({ value: type, label: type })),
    [products, list.type],
  )
  const reset = () => {
    list.reset()
    searchBox.current?.focus()
  }

  return (
    <>
      <search className="flex flex-wrap gap-2.5">
        <SearchBox
          label="Søk i produkter"
          placeholder="Søk i nummer, navn, beskrivelse og type"
          value={list.text}
          onValueChange={list.setText}
          inputRef={searchBox}
          className="w-full sm:w-auto sm:min-w-48 sm:max-w-96 sm:flex-1"
        />
        <FilterSelect
          label="Filtrer på type"
          allLabel="Alle typer"
          options={types}
          value={list.type}
          onChange={list.setType}
          className="flex-1 sm:w-44 sm:flex-none"
        />
        <FilterSelect
          label="Filtrer på status"
          allLabel="Alle statuser"
          options={statusOptions}
          value={list.status}
          onChange={list.setStatus}
          className="flex-1 sm:w-40 sm:flex-none"
        />
        <div className="max-md:hidden sm:ml-auto">
          <ColumnPicker columns={pickableProductColumns} visibility={visibility} />
        </div>
      </search>
      <ListBar
        shown={list.shown.length}
        total={products.length}
        what="produkter"
        filtered={list.filtered}
        onReset={reset}
      />
      {list.shown.length === 0 ? (
        <NoResults resetLabel="Nullstill filtre" onReset={reset}>
          Ingen produkter passer til søket og filtrene.
        </NoResults>
      ) : (
        <DataTable
          label="Produkter"
          rows={list.shown}
          columns={columns}
          hidden={visibility.hidden}
          idOf={idOf}
          nameOf={nameOf}
          wideFrom="64rem"
          narrow={narrow}
          heightOf={heightOf}
          sort={list.sort}
          onSortChange={list.setSort}
          onOpen={actions.onEdit}
        />
      )}
    </>
  )
}
