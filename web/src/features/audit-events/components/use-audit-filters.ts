import { type AuditAction, auditActions } from '@kontor/contract/audit-events/audit-events.rules'
import { type RecordKind, recordKinds } from '@kontor/contract/shared/records'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { nowText, useNow } from '../../../platform/now.ts'
import { useUrlFilters, useUrlWriter } from '../../../platform/url-state.ts'
import type { AuditFilter } from '../audit-events.api.ts'

/** Periods to filter by: numbers of days, today included, with their labels. */
export const auditPeriods = { '1': 'I dag', '7': 'Siste 7 dager', '30': 'Siste 30 dager', '365': 'Siste år' } as const

const allowed = {
  actor: null,
  kind: Object.keys(recordKinds) as RecordKind[],
  action: Object.keys(auditActions) as AuditAction[],
  days: Object.keys(auditPeriods) as (keyof typeof auditPeriods)[],
}

const pageOf = (text: string | null): number => {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** Returns search, filters and page of the audit trail, which are in the URL, and their setters. */
export const useAuditFilters = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const today = osloDay(nowText(useNow()))
  const filters = useUrlFilters(allowed)
  const { actor, kind, action, days } = filters.values
  const q = (params.get('q') ?? '').trim()
  const filter = useMemo((): AuditFilter => {
    const from = days === null ? '' : osloDay(addOsloDays(`${today}T12:00:00Z`, 1 - Number(days)))
    return { q, actor: actor ?? '', kind: kind ?? '', action: action ?? '', from }
  }, [q, actor, kind, action, days, today])
  return {
    ...filters,
    filter,
    page: pageOf(params.get('page')),
    setPage: (page: number) => write({ page: page === 1 ? null : String(page) }, 'push'),
    // A new search or filter starts at the first page.
    setText: (text: string) => {
      write({ page: null })
      filters.setText(text)
    },
    set: (key: keyof typeof allowed, value: string | null) => write({ [key]: value, page: null }),
  }
}
