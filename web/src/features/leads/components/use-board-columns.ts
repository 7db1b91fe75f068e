import { type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsLive } from '../../../platform/live.ts'
import { type Lead, type LeadListKey, leadsQuery } from '../leads.api.ts'

type Pages = Readonly<Partial<Record<LeadStatus, number>>>

/** Holds the number of shown pages per column of the board: one until the user asks for more. Resets when `key` changes. */
export const useBoardPages = (key: LeadListKey) => {
  const [shown, setShown] = useState<{ readonly key: LeadListKey; readonly pages: Pages }>({ key, pages: {} })
  const pages = shown.key === key ? shown.pages : {}
  return {
    pagesOf: (status: LeadStatus): number => pages[status] ?? 1,
    showPages: (status: LeadStatus, count: number): void => setShown({ key, pages: { ...pages, [status]: count } }),
  }
}

interface Board {
  readonly key: LeadListKey
  readonly board: ReturnType<typeof useBoardPages>
}

export interface BoardColumn {
  readonly status: LeadStatus
  /** True once the column's first page has arrived. */
  readonly isLoaded: boolean
  readonly error: Error | null
  readonly more: {
    readonly isThere: boolean
    readonly isFetching: boolean
    /** Fetches the next page, or repeats a failed fetch. */
    readonly fetch: () => void
  }
}

/** Fetches the shown pages of each status's leads, and returns the board's columns and cards. Fetches only if `isShown`. */
export const useBoardColumns = ({ key, board }: Board, isShown = true) => {
  const isLive = useIsLive()
  const statuses = leadStatuses.filter((status) => key.status === '' || key.status === status)
  const parts = statuses.flatMap((status) =>
    Array.from({ length: board.pagesOf(status) }, (_, index) => ({ status, page: index + 1 })),
  )
  const pages = useQueries({ queries: isShown ? parts.map((part) => leadsQuery({ ...key, ...part })) : [] })

  const columns = statuses.map((status): BoardColumn => {
    const own = pages.filter((_, index) => parts[index]?.status === status)
    const last = own.at(-1)
    const fetchMore = () => {
      const failed = own.filter(({ error }) => error)
      if (failed.length === 0) board.showPages(status, own.length + 1)
      // Without live changes, refetches all pages: if leads have left them, other leads have moved up.
      for (const page of isLive || failed.length > 0 ? failed : own) void page.refetch()
    }
    return {
      status,
      isLoaded: own[0]?.data !== undefined,
      error: own.find(({ error }) => error)?.error ?? null,
      more: {
        isThere: last?.data ? own.length < last.data.pagination.pages : own.length > 1,
        isFetching: last?.data === undefined && last?.isFetching === true,
        fetch: fetchMore,
      },
    }
  })

  const leads = pages.flatMap(({ data }) => data?.leads ?? [])
  // Keeps each lead once, since a lead that has just moved may still be in the cached page of its old column.
  const cards: Lead[] = [...new Map(leads.map((lead) => [lead.id, lead])).values()]
  return {
    statuses,
    columns,
    cards,
    /** The number of pages that have arrived. */
    chunks: pages.filter(({ data }) => data).length,
    isFetching: pages.some(({ isFetching }) => isFetching),
  }
}
