import { hasWords, searchableTexts, searchWords } from '@kontor/contract/shared/search-words'
import { formatSort, parseSort, type Sort } from '@kontor/contract/shared/sorting'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { compareText } from './format.ts'
import { useUrlWriter } from './url-state.ts'

/**
 * Keeps a list's order in the URL (`sort=name:desc`), which omits the default order. `ids` and `byDefault` must be constants. A screen's
 * second list needs another `key`.
 */
export const useUrlSort = <Id extends string>(ids: readonly Id[], byDefault: Sort<Id>, key = 'sort') => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const value = params.get(key)
  const sort = useMemo((): Sort<Id> => parseSort(value ?? '', ids) ?? byDefault, [value, ids, byDefault])
  const setSort = useCallback(
    (next: Sort) => {
      const text = formatSort(next)
      write({ [key]: text === formatSort(byDefault) ? null : text })
    },
    [write, byDefault, key],
  )
  return [sort, setSort] as const
}

/** A row's sort key: text (in Norwegian order), number or boolean; null and '' come last in both directions. */
export type SortValue = string | number | boolean | null

const compareValues = (a: string | number | boolean, b: string | number | boolean): number =>
  typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : Number(a) - Number(b)

const compareSortValues = (a: SortValue, b: SortValue, desc: boolean): number => {
  if (a === null || a === '') return b === null || b === '' ? 0 : 1
  if (b === null || b === '') return -1
  return compareValues(a, b) * (desc ? -1 : 1)
}

/** A row of a list. */
export interface Identified {
  readonly id: string | number
}

export const rowId = ({ id }: Identified): string => String(id)

/** The search and the sorting of a list that is fetched as a whole. Must be a constant. */
export interface ListRules<Row extends Identified, SortId extends string> {
  readonly sorts: readonly SortId[]
  readonly byDefault: Sort<SortId>
  /** The texts to search in. */
  readonly textsOf: (row: Row) => readonly (string | null)[]
  readonly sortValueOf: (row: Row, id: SortId) => SortValue
}

interface ClientList<Row> {
  readonly rows: readonly Row[]
  readonly search: string
  /** A filter besides the search; must be memoised or a constant. */
  readonly accepts?: (row: Row) => boolean
  /** The URL parameter for the order. A screen's second list needs another one. */
  readonly sortKey?: string
}

const acceptAll = (): boolean => true

/**
 * Takes a list that was fetched as a whole, sorts it by the order in the URL, and then filters it. Since it filters last, a keystroke in
 * the search box doesn't sort again. Ids break ties. Pass the result's props to the table.
 */
export const useClientList = <Row extends Identified, SortId extends string>(
  { sorts, byDefault, textsOf, sortValueOf }: ListRules<Row, SortId>,
  { rows, search, accepts = acceptAll, sortKey }: ClientList<Row>,
) => {
  const [sort, onSortChange] = useUrlSort(sorts, byDefault, sortKey)
  // Deferred, so that typing never waits for the list.
  const text = useDeferredValue(search)
  const { id, desc } = sort
  const entries = useMemo(() => rows.map((row) => ({ row, text: searchableTexts(textsOf(row)) })), [rows, textsOf])
  const sorted = useMemo(() => {
    const keyed = entries.map((entry) => ({ ...entry, value: sortValueOf(entry.row, id) }))
    return keyed.sort((a, b) => compareSortValues(a.value, b.value, desc) || compareValues(a.row.id, b.row.id))
  }, [entries, sortValueOf, id, desc])
  const shown = useMemo(() => {
    const words = searchWords(text)
    return sorted.filter(({ row, text }) => hasWords(text, words) && accepts(row)).map(({ row }) => row)
  }, [sorted, text, accepts])
  return { rows: shown, sort, onSortChange }
}

/**
 * Keeps a list's page in the URL (`page=2`; omitted for the first), and returns the page's rows. A new `query` (search, filters and sort
 * order) starts at the first page.
 */
export const useUrlPage = <Row>(rows: readonly Row[], perPage: number, query: string) => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const lastQuery = useRef(query)
  useEffect(() => {
    if (lastQuery.current === query) return
    lastQuery.current = query
    write({ page: null })
  }, [query, write])

  const pages = Math.max(1, Math.ceil(rows.length / Math.max(1, perPage)))
  const requestedPage = lastQuery.current === query ? Number.parseInt(params.get('page') ?? '1', 10) || 1 : 1
  const page = Math.min(pages, Math.max(1, requestedPage))
  const onPage = useMemo(() => rows.slice((page - 1) * perPage, page * perPage), [rows, page, perPage])
  const turnTo = useCallback((next: number) => write({ page: next === 1 ? null : String(next) }, 'push'), [write])
  return { page, pages, onPage, turnTo }
}
