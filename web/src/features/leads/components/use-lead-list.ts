import { type LeadField, leadFieldNames } from '@kontor/contract/leads/leads.fields'
import {
  defaultLeadSort,
  type LeadDue,
  type LeadStatus,
  leadDues,
  leadStatuses,
} from '@kontor/contract/leads/leads.rules'
import { formatSort, parseSort, type Sort } from '@kontor/contract/shared/sorting'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import type { LeadListKey } from '../leads.api.ts'
import { useBoardPages } from './use-board-columns.ts'

export type LeadSort = Sort<LeadField>

const pageOf = (text: string | null): number => {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

const newestFirst: LeadSort = { id: 'created_at', desc: true }

const leadListViews = ['table', 'board', 'figures'] as const

type LeadListView = (typeof leadListViews)[number]

/** Returns the list's filters, sort order, page, view and saved view, all kept in the URL, and their setters. */
export const useLeadList = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  // A new filter starts at the first page.
  const [search, setSearch] = useUrlText('q', 'page')
  const [industry, setIndustry] = useUrlText('industry', 'page')
  const [q, inIndustry, statusText, dueText, ownerText, sortParam, pageParam] = [
    'q',
    'industry',
    'status',
    'due',
    'owner',
    'sort',
    'page',
  ].map((key) => params.get(key))
  const view = leadListViews.find((one) => one === params.get('view')) ?? 'table'
  const savedText = params.get('saved') ?? ''
  const saved = /^[1-9]\d{0,8}$/.test(savedText) ? Number(savedText) : null
  const status = leadStatuses.find((one) => one === statusText) ?? ''
  const due = leadDues.find((one) => one === dueText) ?? ''
  const owner = /^(?:me|none|[1-9]\d{0,8})$/.test(ownerText ?? '') ? (ownerText ?? '') : ''
  const sort = useMemo(() => parseSort(sortParam ?? '', leadFieldNames) ?? newestFirst, [sortParam])
  const key = useMemo(
    (): LeadListKey => ({
      q: (q ?? '').trim(),
      industry: (inIndustry ?? '').trim(),
      status,
      due,
      owner,
      sort: formatSort(sort),
      page: pageOf(pageParam ?? null),
    }),
    [q, inIndustry, status, due, owner, sort, pageParam],
  )

  const board = useBoardPages(key)

  const setStatus = (next: LeadStatus | '') => write({ status: next, page: null })
  const setDue = (next: LeadDue | '') => write({ due: next, page: null })
  const setOwner = (next: string) => write({ owner: next, page: null })
  const setPage = (page: number) => write({ page: page === 1 ? null : String(page) }, 'push')
  const setView = (next: LeadListView) => write({ view: next === 'table' ? null : next }, 'push')
  const setSort = useCallback(
    (next: Sort) => {
      const text = formatSort(next)
      // Sorting by another column starts at the first page.
      write({ sort: text === defaultLeadSort ? null : text, ...(next.id !== sort.id && { page: null }) })
    },
    [write, sort.id],
  )
  const showSaved = (id: number, { sort: order, ...filter }: Omit<LeadListKey, 'page'>) =>
    write({ ...filter, sort: order === defaultLeadSort ? null : order, page: null, saved: String(id) }, 'push')
  const noFilter = { q: null, industry: null, status: null, due: null, owner: null, page: null, saved: null }
  const showMine = () => write({ ...noFilter, owner: 'me' }, 'push')
  /** Shows the listed leads behind a figure. */
  const showFigure = (filter: { readonly due: LeadDue } | { readonly status: LeadStatus }) =>
    write({ ...noFilter, view: null, ...filter }, 'push')
  const setSaved = (id: number | null) => write({ saved: id === null ? null : String(id) })
  const reset = () => {
    setSearch('')
    setIndustry('')
    write(noFilter)
  }
  const isFilteredOtherwise = key.q !== '' || key.industry !== '' || key.status !== '' || key.due !== ''
  return {
    key,
    sort,
    view,
    board,
    search,
    industry,
    setSearch,
    setIndustry,
    setStatus,
    setDue,
    setOwner,
    setPage,
    setSort,
    setView,
    saved,
    setSaved,
    showSaved,
    showMine,
    showFigure,
    isMine: saved === null && key.owner === 'me' && !isFilteredOtherwise,
    isFiltered: isFilteredOtherwise || key.owner !== '',
    reset,
  }
}

export type LeadListState = ReturnType<typeof useLeadList>
