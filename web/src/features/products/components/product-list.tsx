import type { Sort } from '@kontor/contract/shared/sorting'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { type SortValue, useClientList, useUrlSort } from '../../../platform/list-state.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { TableList } from '../../../ui/table-list.tsx'
import type { Product } from '../products.api.ts'
import { shownAmounts, typesOf } from './product-amounts.ts'
import { NarrowProduct, type ProductActions, productColumns } from './product-columns.tsx'

const sorts = [
  'number',
  'name',
  'costPrice',
  'grosMargin',
  'salesPrice',
  'salesPriceIncVat',
  'type',
  'isActive',
  'usageCount',
] as const

type ProductSort = Sort<(typeof sorts)[number]>

const byNumber: ProductSort = { id: 'number', desc: false }

const numberOf = ({ id }: Product): number => id
const idOf = ({ id }: Product): string => String(id)
const nameOf = ({ name }: Product): string => name
const heightOf = (_: Product, wide: boolean): number => (wide ? 40 : 84)

const textsOf = ({ number, name, description, comment, type }: Product) => [number, name, description, comment, type]

const sortValueOf = (product: Product, id: ProductSort['id']): SortValue => {
  switch (id) {
    case 'isActive':
      // Active ones first.
      return !product.isActive
    case 'costPrice':
    case 'salesPrice':
    case 'salesPriceIncVat':
    case 'grosMargin':
      return shownAmounts(product)[id]
    default:
      return product[id]
  }
}

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
  const filters = useUrlFilters({ type: null, status: ['active', 'inactive'] })
  const { type, status } = filters.values
  const [sort, setSort] = useUrlSort(sorts, byNumber)
  const accepts = useMemo(
    () => (product: Product) =>
      (type === null || product.type === type) && (status === null || product.isActive === (status === 'active')),
    [type, status],
  )
  // Deferred, so that typing never waits for the list.
  const search = useDeferredValue(filters.text)
  const shown = useClientList({ rows: products, idOf: numberOf, textsOf, sortValueOf, sort, search, accepts })
  const columns = useMemo(() => productColumns(actions), [actions])
  const narrow = useCallback((product: Product) => <NarrowProduct product={product} actions={actions} />, [actions])
  const types = useMemo(() => typesOf(products, type).map((value) => ({ value, label: value })), [products, type])

  return (
    <TableList
      label="Produkter"
      filters={filters}
      search={{
        label: 'Søk i produkter',
        placeholder: 'Søk i nummer, navn, beskrivelse og type',
        className: 'w-full sm:w-auto sm:min-w-48 sm:max-w-96 sm:flex-1',
      }}
      count={{ shown: shown.length, total: products.length, what: 'produkter' }}
      noResults="Ingen produkter passer til søket og filtrene."
      columnsKey="productColumns"
      rows={shown}
      columns={columns}
      idOf={idOf}
      nameOf={nameOf}
      wideFrom="64rem"
      narrow={narrow}
      heightOf={heightOf}
      sort={sort}
      onSortChange={setSort}
      onOpen={actions.onEdit}
    >
      <FilterSelect
        label="Filtrer på type"
        allLabel="Alle typer"
        options={types}
        value={type}
        onChange={(next) => filters.set('type', next)}
        className="flex-1 sm:w-44 sm:flex-none"
      />
      <FilterSelect
        label="Filtrer på status"
        allLabel="Alle statuser"
        options={statusOptions}
        value={status}
        onChange={(next) => filters.set('status', next)}
        className="flex-1 sm:w-40 sm:flex-none"
      />
    </TableList>
  )
}
