import { agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useMemo } from 'react'
import { millisecondsOf } from '../../../platform/format.ts'
import { type SortValue, useClientList } from '../../../platform/list-state.ts'
import { useNow } from '../../../platform/now.ts'
import type { Agreement } from '../agreements.api.ts'
import { hasLapsed } from './agreement-badges.tsx'

export const agreementSorts = ['createdAt', 'title', 'customerName', 'validUntil', 'total'] as const

export type AgreementSort = Sort<(typeof agreementSorts)[number]>

/** Newest first. */
export const defaultAgreementSort: AgreementSort = { id: 'createdAt', desc: true }

/** The filters of the list: a status, or lapsed agreements. */
export const statusFilters = { ...agreementStatuses, expired: 'Utløpt' } as const

export type StatusFilter = keyof typeof statusFilters

export const isStatusFilter = (value: string | null): value is StatusFilter => value !== null && value in statusFilters

const idOf = ({ id }: Agreement): string => id

const textsOf = ({ title, customerName, description, status }: Agreement) => [
  ...[title, customerName, description],
  agreementStatuses[status],
]

const sortValueOf = (agreement: Agreement, id: AgreementSort['id']): SortValue => {
  if (id === 'createdAt') return millisecondsOf(agreement.createdAt)
  if (id === 'total') return agreement.totalAmount + agreement.vatAmount
  return agreement[id]
}

/** The agreements filtered and sorted as the list shows them. */
export const useAgreementList = (
  rows: readonly Agreement[],
  search: string,
  status: StatusFilter | null,
  sort: AgreementSort,
): Agreement[] => {
  const now = useNow()
  const accepts = useMemo(
    () => (agreement: Agreement) =>
      status === null || (status === 'expired' ? hasLapsed(agreement, now) : agreement.status === status),
    [status, now],
  )
  return useClientList({ rows, idOf, textsOf, sortValueOf, sort, search, accepts })
}
