import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useExclusive } from '../../../ui/base/use-exclusive.ts'
import { type RecordMoves, useRecordMoves } from '../../../ui/record/use-record-moves.ts'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toastFailure } from '../../../ui/toast/toast-store.ts'
import { type Lead, type LeadPage, leadsQuery } from '../leads.api.ts'
import { useBoardColumns } from './use-board-columns.ts'
import type { LeadListState } from './use-lead-list.ts'

type OpenLead = (id: number, changes?: Readonly<Record<string, string | null>>) => void

/** Finds the nearest lead that isn't known yet. It may be on the current page, if it moved up there because other leads left the list. */
const nearestBeyond = (current: readonly Lead[], beyond: readonly Lead[], known: ReadonlySet<number>, step: -1 | 1) => {
  const isNew = ({ id }: Lead) => !known.has(id)
  if (step === -1) return { lead: beyond.findLast(isNew), isOnPage: false }
  const pulledUp = current.slice(current.findLastIndex(({ id }) => known.has(id)) + 1)[0]
  return pulledUp ? { lead: pulledUp, isOnPage: true } : { lead: beyond.find(isNew), isOnPage: false }
}

/** Returns the moves from a lead's record to the next and previous record: through the list across its pages, or through the board's cards. */
export const useLeadMoves = (
  list: LeadListState,
  page: LeadPage | undefined,
  id: number | null,
  open: OpenLead,
): RecordMoves => {
  const client = useQueryClient()
  const [, run] = useExclusive()
  const isBoard = list.view === 'board'
  const { cards } = useBoardColumns(list, isBoard && id !== null)
  const leads = page?.leads ?? []

  const openBeyond = (step: -1 | 1): Promise<void> =>
    run(async () => {
      const { key } = list
      const next = key.page + step
      try {
        const [current, beyond] = await Promise.all([
          client.fetchQuery(leadsQuery(key)),
          client.fetchQuery(leadsQuery({ ...key, page: next })),
        ])
        const known = new Set(leads.map((lead) => lead.id))
        const { lead, isOnPage } = nearestBeyond(current.leads, beyond.leads, known, step)
        if (lead) open(lead.id, isOnPage ? {} : { page: next === 1 ? null : String(next) })
      } catch (error) {
        toastFailure(
          errorText(error),
          retryAction(error, () => latest.current(step)),
        )
      }
    })

  const latest = useRef(openBeyond)
  useEffect(() => {
    latest.current = openBeyond
  })

  const inList = {
    offset: page ? (page.pagination.page - 1) * page.pagination.size : 0,
    total: page?.pagination.total ?? 0,
    onBeyond: (step: -1 | 1) => void openBeyond(step),
  }
  const shown = isBoard ? cards : leads
  return useRecordMoves(
    shown.map((lead) => lead.id),
    id,
    open,
    isBoard ? {} : inList,
  )
}
