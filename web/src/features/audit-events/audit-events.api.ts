import {
  changeAuditRetention,
  exportAuditEvents,
  listAuditEvents,
  readAuditRetention,
  readAuditSummary,
} from '@kontor/contract/audit-events/audit-events.endpoints'
import {
  type AuditEvent,
  type AuditRetention,
  auditRetentionSchema,
} from '@kontor/contract/audit-events/audit-events.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, urlOf } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { useChangeOf } from '../../platform/mutations.ts'
import { useAdminSession } from '../../platform/session.ts'
import { shows } from '../../platform/shows.ts'

export type { AuditEvent, AuditRetention }

type ListQuery = NonNullable<EndpointInput<typeof listAuditEvents>['query']>

export type AuditFilter = Omit<ListQuery, 'page' | 'size'>

/** A page of events. Refetched each time it is opened, since almost every action adds an event. */
export const auditEventsQuery = (filter: AuditFilter, page: number) =>
  queryOptions({
    queryKey: ['audit-events', 'list', filter, page],
    queryFn: ({ signal }) => call(listAuditEvents, { query: { ...filter, page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

export const auditSummaryQuery = queryOptions({
  queryKey: ['audit-events', 'summary'],
  queryFn: ({ signal }) => call(readAuditSummary, {}, { signal }),
  refetchOnMount: 'always',
})

export const auditRetentionQuery = queryOptions({
  queryKey: ['audit-events', 'retention'],
  meta: shows('setting'),
  queryFn: ({ signal }) => call(readAuditRetention, {}, { signal }),
})

export const conflictingRetention = (error: unknown) => conflictingEntity(error, auditRetentionSchema)

export const useChangeAuditRetention = () =>
  useChangeOf(changeAuditRetention, (client, saved) => client.setQueryData(auditRetentionQuery.queryKey, saved))

export const useAuditExportAddress = () => {
  const session = useAdminSession()
  const auth = session.state === 'in' ? session.auth : undefined
  return (query: Omit<NonNullable<EndpointInput<typeof exportAuditEvents>['query']>, 'auth'>): string =>
    urlOf(exportAuditEvents, { query: { ...query, auth } })
}
