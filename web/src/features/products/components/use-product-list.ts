import { hundredthsFromPercent, shownMargin, shownPriceIncVat } from '@kontor/contract/products/products.rules'
import { oreFromKroner } from '@kontor/contract/shared/money'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useMemo } from 'react'
import { type SortValue, useClientList } from '../../../platform/list-state.ts'
import type { Product } from '../products.api.ts'

export const productSorts = [
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

export type ProductSort = Sort<(typeof productSorts)[number]>

export const defaultProductSort: ProductSort = { id: 'number', desc: false }

export type ProductStatus = 'active' | 'inactive'

export interface ProductFilter {
  readonly text: string
  /** As stored; null for all. */
  readonly type: string | null
  readonly status: ProductStatus | null
}

const ore = (kroner: number): number => oreFromKroner(kroner) ?? 0

/** A product's displayed amounts: øre, and the margin in hundredths of a percent, null if unknown. */
export const shownAmounts = (product: Product) => {
  const costPrice = ore(product.costPrice)
  const salesPrice = ore(product.salesPrice)
  return {
    costPrice,
    salesPrice,
    salesPriceIncVat: shownPriceIncVat(salesPrice, product.productTax_Id, ore(product.salesPriceIncVat)),
    grosMargin: shownMargin(costPrice, salesPrice, hundredthsFromPercent(product.grosMargin) ?? 0),
  }
}

const idOf = ({ id }: Product): number => id

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

/** Filters and sorts the products for the list. */
export const useProductList = (
  rows: readonly Product[],
  { text, type, status }: ProductFilter,
  sort: ProductSort,
): Product[] => {
  const accepts = useMemo(
    () => (product: Product) =>
      (type === null || product.type === type) && (status === null || product.isActive === (status === 'active')),
    [type, status],
  )
  return useClientList({ rows, idOf, textsOf, sortValueOf, sort, search: text, accepts })
}
