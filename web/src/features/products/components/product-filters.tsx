import { type ReactNode, type RefObject, useMemo } from 'react'
import { compareText } from '../../../platform/format.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Product } from '../products.api.ts'
import { asStatus, type ProductFilterState } from './use-product-filters.ts'

const all = 'all'
// A type can be any text, even "all", so the options for types have a prefix.
const optionOf = (type: string): string => `=${type}`

/** The products' types, and `chosen`. */
export const typesOf = (products: readonly Product[], chosen: string | null = null): string[] =>
  [...new Set([...products.map(({ type }) => type), chosen])].filter((type) => type !== null).sort(compareText)

const statusOptions = [
  { value: all, label: 'Alle statuser' },
  { value: 'active', label: 'Aktive' },
  { value: 'inactive', label: 'Inaktive' },
]

interface ProductFiltersProps {
  readonly products: readonly Product[]
  readonly filters: ProductFilterState
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly end: ReactNode
}

export function ProductFilters({ products, filters, searchBox, end }: ProductFiltersProps) {
  const { text, type, status } = filters
  const types = useMemo(
    () => [
      { value: all, label: 'Alle typer' },
      ...typesOf(products, type).map((found) => ({ value: optionOf(found), label: found })),
    ],
    [products, type],
  )
  return (
    <search className="flex flex-wrap gap-2.5">
      <SearchBox
        label="Søk i produkter"
        placeholder="Søk i nummer, navn, beskrivelse og type"
        value={text}
        onValueChange={filters.setText}
        inputRef={searchBox}
        className="w-full sm:w-auto sm:min-w-48 sm:max-w-96 sm:flex-1"
      />
      <Select
        aria-label="Filtrer på type"
        value={type === null ? all : optionOf(type)}
        onValueChange={(value) => filters.setType(value === all ? null : value.slice(1))}
        options={types}
        className="flex-1 sm:w-44 sm:flex-none"
      />
      <Select
        aria-label="Filtrer på status"
        value={status ?? all}
        onValueChange={(value) => filters.setStatus(asStatus(value))}
        options={statusOptions}
        className="flex-1 sm:w-40 sm:flex-none"
      />
      <div className="max-md:hidden sm:ml-auto">{end}</div>
    </search>
  )
}
