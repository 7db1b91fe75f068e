import * as endpoints from '@kontor/contract/emails/emails.endpoints'
import {
  type EmailLog,
  type EmailLogSummary,
  type EmailSettings,
  type EmailTemplate,
  type EmailTry,
  emailSettingsSchema,
  emailTemplateSchema,
  type FailedEmails,
  type TestEmailResult,
} from '@kontor/contract/emails/emails.schema'
import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken, useMutation } from '@tanstack/react-query'
import { call, callPage, urlOf } from '../../platform/api-client.ts'
import { conflictingEntity } from '../../platform/conflict.ts'
import { useCallFor, useRemoval, useSend } from '../../platform/mutations.ts'
import { refetchAll, type Settled } from '../../platform/query-client.ts'
import { shows, showsRecord } from '../../platform/shows.ts'

export type { EmailLog, EmailLogSummary, EmailSettings, EmailTemplate, EmailTry, FailedEmails, TestEmailResult }

export type TemplateInput = EndpointInput<typeof endpoints.createEmailTemplate>['body']

type LogQuery = NonNullable<EndpointInput<typeof endpoints.listEmailLogs>['query']>

export type EmailLogFilter = Pick<LogQuery, 'q' | 'type' | 'delivery'>

export type EmailLogOrder = NonNullable<LogQuery['sort']>

const rowsPerCall = 200

const listKey = ['email-logs', 'list'] as const
const summaryKey = ['email-logs', 'summary'] as const

/** The log, page by page. Refetched each time the log is opened, since mails are also sent while another screen is open. */
export const emailLogsQuery = (filter: EmailLogFilter, sort: EmailLogOrder) =>
  infiniteQueryOptions({
    queryKey: [...listKey, filter, sort],
    meta: shows('email'),
    queryFn: ({ signal, pageParam }) =>
      callPage(
        endpoints.listEmailLogs,
        { query: { ...filter, sort, cursor: pageParam, size: rowsPerCall } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** The number of all mails, and of those that match the filter. */
export const emailLogSummaryQuery = (filter: EmailLogFilter) =>
  queryOptions({
    queryKey: [...summaryKey, filter],
    meta: shows('email'),
    queryFn: ({ signal }) => call(endpoints.readEmailLogSummary, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

export const emailLogQuery = (id: string) =>
  queryOptions({
    queryKey: ['email-logs', 'one', id],
    meta: showsRecord(id, 'email'),
    queryFn: ({ signal }) => call(endpoints.readEmailLog, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  })

/** Returns the URL of a mail's content as a page, for a sandboxed frame. */
export const emailPreviewAddress = (id: string): string => urlOf(endpoints.previewEmailLog, { params: { id } })

const refetchLog = (...[, , , , { client }]: Settled) =>
  Promise.all([listKey, summaryKey].map((queryKey) => refetchAll(client, queryKey)))

/** Queues a mail again and refetches the log, which then shows the new mail. */
export const useResendEmail = () => useCallFor(endpoints.resendEmail, undefined, { onSettled: refetchLog })

/** Counts the mails that failed after `since` and can be resent. Disabled if `since` is null. */
export const failedEmailsQuery = (since: string | null) =>
  queryOptions({
    queryKey: ['failed-emails', since],
    queryFn:
      since === null ? skipToken : ({ signal }) => call(endpoints.countFailedEmails, { query: { since } }, { signal }),
    gcTime: 0,
  })

/** Counts the unresolved mail failures since `since`, for the tab's badge. Follows changes. */
export const recentFailuresQuery = (since: string) =>
  queryOptions({
    queryKey: [...summaryKey, 'failures', since],
    meta: shows('email'),
    queryFn: ({ signal }) => call(endpoints.countFailedEmails, { query: { since } }, { signal }),
  })

/** Queues again the failed mails that `failedEmailsQuery` counts. Refetches the log, which then shows the new mails. */
export const useResendFailedEmails = () => useSend(endpoints.resendFailedEmails, undefined, { onSettled: refetchLog })

export const emailTemplatesQuery = queryOptions({
  queryKey: ['email-templates'],
  meta: shows('email-template'),
  queryFn: ({ signal }) => call(endpoints.listEmailTemplates, {}, { signal }),
  refetchOnMount: 'always',
})

/** The URL to which a form posts a template, for a preview page in a sandboxed frame. */
export const templatePreviewAddress: string = endpoints.previewEmailTemplate.path

export const conflictingTemplate = (error: unknown): EmailTemplate | null =>
  conflictingEntity(error, emailTemplateSchema)

/** Refetches all templates: activating one deactivates others of its type. */
const refetchTemplates = (...[, , , , { client }]: Settled) =>
  client.invalidateQueries({ queryKey: emailTemplatesQuery.queryKey })

interface SavedTemplate {
  readonly id: string | null
  readonly template: TemplateInput & EndpointInput<typeof endpoints.updateEmailTemplate>['body']
}

export const useSaveTemplate = () =>
  useMutation({
    mutationFn: ({ id, template }: SavedTemplate) =>
      id === null
        ? call(endpoints.createEmailTemplate, { body: template })
        : call(endpoints.updateEmailTemplate, { params: { id }, body: template }),
    onSettled: refetchTemplates,
  })

export const useActivateTemplate = () =>
  useMutation({
    mutationFn: ({ template: { id, version }, isActive }: { template: EmailTemplate; isActive: boolean }) =>
      call(endpoints.updateEmailTemplate, { params: { id }, body: { isActive, version } }),
    onSettled: refetchTemplates,
  })

export const useDeleteTemplate = () =>
  useRemoval(endpoints.deleteEmailTemplate, undefined, { onSettled: refetchTemplates })

export const emailSettingsQuery = queryOptions({
  queryKey: ['email-settings'],
  meta: shows('setting'),
  queryFn: ({ signal }) => call(endpoints.readEmailSettings, {}, { signal }),
  refetchOnMount: 'always',
})

export const conflictingSettings = (error: unknown): EmailSettings | null =>
  conflictingEntity(error, emailSettingsSchema)

export const useSaveSettings = () =>
  useSend(endpoints.updateEmailSettings, (client, saved) => client.setQueryData(emailSettingsQuery.queryKey, saved))

export const useSendTestEmail = () => useSend(endpoints.sendTestEmail)
