import { listEmailLogs, previewEmailLog, readEmailLog } from '@kontor/contract/emails/emails.endpoints'
import type { EmailLog } from '@kontor/contract/emails/emails.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api-client.ts'

export type { EmailLog }

/** Fetched anew each time it is opened: mails are sent while the office looks elsewhere. */
export const emailLogsQuery = queryOptions({
  queryKey: ['email-logs'],
  queryFn: ({ signal }) => call(listEmailLogs, {}, { signal }),
  refetchOnMount: 'always',
})

/** One mail with its content. */
export const emailLogQuery = (id: string) =>
  queryOptions({
    queryKey: ['email-logs', id],
    queryFn: ({ signal }) => call(readEmailLog, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  })

/** Where a sandboxed frame finds a mail's content as a page. */
export const emailPreviewAddress = (id: string): string => previewEmailLog.path.replace('{id}', encodeURIComponent(id))
