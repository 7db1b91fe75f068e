import {
  defaultLeadSort,
  type LeadField,
  type LeadStatus,
  leadFields,
  leadStatuses,
} from '@kontor/contract/leads/leads.rules'
import { formatSort, parseSort, type Sort } from '@kontor/contract/shared/sorting'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import { nothingSelected, type Selection } from '../../../ui/data-table-model.ts'
import type { LeadListKey } from '../leads.api.ts'

export type LeadSort = Sort<LeadField>

const pageOf = (text: string | null): number => {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

const newestFirst: LeadSort = { id: 'created_at', desc: true }

/** The list's filters, sort order, page and view, all kept in the URL, and their setters. */
export const useLeadList = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  // A new filter starts at the first page.
  const [search, setSearch] = useUrlText('q', 'page')
  const [industry, setIndustry] = useUrlText('industry', 'page')
  const [q, inIndustry, statusText, sortParam, pageParam] = ['q', 'industry', 'status', 'sort', 'page'].map((key) =>
    params.get(key),
  )
  const view = params.get('view') === 'board' ? 'board' : 'table'
  const status = leadStatuses.find((one) => one === statusText) ?? ''
  const sort = useMemo(() => parseSort(sortParam ?? '', leadFields) ?? newestFirst, [sortParam])
  const key = useMemo(
    (): LeadListKey => ({
      q: (q ?? '').trim(),
      industry: (inIndustry ?? '').trim(),
      status,
      sort: formatSort(sort),
      page: pageOf(pageParam ?? null),
    }),
    [q, inIndustry, status, sort, pageParam],
  )

  const setStatus = (next: LeadStatus | '') => write({ status: next, page: null })
  const setPage = (page: number) => write({ page: page === 1 ? null : String(page) })
  const setView = (next: 'table' | 'board') => write({ view: next === 'board' ? next : null })
  const setSort = useCallback(
    (next: Sort) => {
      const text = formatSort(next)
      // Another column begins at the first page; the other direction stays where one is.
      write({ sort: text === defaultLeadSort ? null : text, ...(next.id !== sort.id && { page: null }) })
    },
    [write, sort.id],
  )
  const setFilter = (next: Omit<LeadListKey, 'page'>) =>
    write({ ...next, sort: next.sort === defaultLeadSort ? null : next.sort, page: null })
  const reset = () => {
    setSearch('')
    setIndustry('')
    write({ q: null, industry: null, status: null, page: null })
  }
  return {
    key,
    sort,
    view,
    search,
    industry,
    setSearch,
    setIndustry,
    setStatus,
    setPage,
    setSort,
    setView,
    setFilter,
    isFiltered: key.q !== '' || key.industry !== '' || key.status !== '',
    reset,
  }
}

export type LeadListState = ReturnType<typeof useLeadList>

/** The selected rows; cleared when the list's key changes. */
export const useLeadSelection = (key: LeadListKey) => {
  const [chosen, setChosen] = useState<{ readonly key: LeadListKey; readonly ids: Selection } | null>(null)
  const selection = chosen?.key === key ? chosen.ids : nothingSelected
  const setSelection = useCallback((ids: Selection) => setChosen({ key, ids }), [key])
  return [selection, setSelection] as const
}
