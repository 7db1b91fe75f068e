import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { MailIcon } from '../../../ui/icons.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { EmailLogList } from '../components/email-log-list.tsx'
import { ResendFailed } from '../components/resend-failed.tsx'
import { useEmailLogFilters } from '../components/use-email-log-filters.ts'
import { emailLogSummaryQuery, emailLogsQuery } from '../emails.api.ts'

const texts = {
  loading: 'Henter e-postloggen …',
  failed: 'Kunne ikke hente e-postloggen',
  stale: 'Loggen kunne ikke hentes på nytt og kan være gammel.',
}

const empty = (
  <EmptyState icon={<MailIcon />} title="Ingen e-post ennå">
    Når noen får en bekreftelse eller et varsel på e-post, står det her.
  </EmptyState>
)

/** Every mail that was sent or attempted. */
export function EmailLogPage() {
  const filters = useEmailLogFilters()
  const log = useInfiniteQuery(emailLogsQuery(filters.request, filters.order))
  const summary = useQuery(emailLogSummaryQuery(filters.request))
  const pages = log.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages])
  const { fetchNextPage } = log
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const moreFailed = log.isFetchNextPageError
  const list = {
    // Without rows, the log is empty only if no filter is active.
    data: rows?.length === 0 && !filters.filtered ? [] : pages,
    error: moreFailed ? null : log.error,
    isFetching: log.isFetching && !log.isFetchingNextPage,
    refetch: () => Promise.all([log.refetch(), summary.refetch()]),
  }
  return (
    <QueryListPage title="E-post Logg" query={list} texts={texts} empty={empty} actions={<ResendFailed />}>
      {() => (
        <EmailLogList
          logs={rows ?? []}
          filters={filters}
          summary={summary.data}
          more={{
            hasMore: log.hasNextPage,
            loading: log.isFetching,
            error: moreFailed ? log.error : null,
            load,
          }}
        />
      )}
    </QueryListPage>
  )
}
