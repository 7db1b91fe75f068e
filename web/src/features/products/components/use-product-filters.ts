import { useSearchParams } from 'react-router'
import { useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import { defaultProductSort, type ProductStatus, productSorts } from './use-product-list.ts'

export const asStatus = (value: string | null): ProductStatus | null =>
  value === 'active' || value === 'inactive' ? value : null

/** The list's search, type, status and sort order, kept in the URL. */
export const useProductFilters = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const [sort, setSort] = useUrlSort(productSorts, defaultProductSort)
  const type = params.get('type') || null
  const status = asStatus(params.get('status'))
  return {
    text,
    type,
    status,
    sort,
    active: text.trim() !== '' || type !== null || status !== null,
    setText,
    setSort,
    setType: (next: string | null) => write({ type: next }),
    setStatus: (next: ProductStatus | null) => write({ status: next }),
    reset: () => {
      setText('')
      write({ q: null, type: null, status: null })
    },
  }
}

export type ProductFilterState = ReturnType<typeof useProductFilters>
