import { hundredthsFromPercent, shownMargin, shownPriceIncVat } from '@kontor/contract/products/products.rules'
import { oreFromKroner } from '@kontor/contract/shared/money'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { compareText } from '../../../platform/format.ts'
import { type SortValue, useClientList, useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import type { Product } from '../products.api.ts'

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

/** The products' types, and `chosen`. */
export const typesOf = (products: readonly Product[], chosen: string | null = null): string[] =>
  [...new Set([...products.map(({ type }) => type), chosen])].filter((type) => type !== null).sort(compareText)

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

/** The products to show. Search, type, status and order are kept in the URL; null for all types or statuses. */
export const useProductList = (rows: readonly Product[]) => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const [sort, setSort] = useUrlSort(sorts, byNumber)
  const type = params.get('type') || null
  const statusParam = params.get('status')
  const status = statusParam === 'active' || statusParam === 'inactive' ? statusParam : null
  const accepts = useMemo(
    () => (product: Product) =>
      (type === null || product.type === type) && (status === null || product.isActive === (status === 'active')),
    [type, status],
  )
  // Deferred, so that typing never waits for the list.
  const search = useDeferredValue(text)
  return {
    shown: useClientList({ rows, idOf, textsOf, sortValueOf, sort, search, accepts }),
    text,
    type,
    status,
    sort,
    filtered: text.trim() !== '' || type !== null || status !== null,
    setText,
    setSort,
    setType: (next: string | null) => write({ type: next }),
    setStatus: (next: string | null) => write({ status: next }),
    reset: () => {
      setText('')
      write({ q: null, type: null, status: null })
    },
  }
}
