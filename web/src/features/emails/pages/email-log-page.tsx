import {
  type EmailDelivery,
  type EmailType,
  emailDeliveries,
  emailTypes,
  maxCountedMails,
} from '@kontor/contract/emails/emails.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useUrlSort } from '../../../platform/list-state.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { Button } from '../../../ui/base/button.tsx'
import { MailIcon, RefreshIcon } from '../../../ui/base/icons.tsx'
import { EmptyState, Notice } from '../../../ui/base/states.tsx'
import { useMediaQuery } from '../../../ui/base/use-media-query.ts'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { TableListPage } from '../../../ui/list/table-list.tsx'
import { emailLogColumns, NarrowEmailLog } from '../components/email-log-columns.tsx'
import { EmailPreviewDialog } from '../components/email-preview-dialog.tsx'
import { ResendFailedDialog } from '../components/resend-failed.tsx'
import {
  type EmailLog,
  type EmailLogFilter,
  type EmailLogOrder,
  type EmailLogSummary,
  emailLogSummaryQuery,
  emailLogsQuery,
} from '../emails.api.ts'

/** The server sorts the log by date only (docs/database.md#lists-and-searches). */
const sorts = ['createdAt'] as const

const newestFirst: Sort<'createdAt'> = { id: 'createdAt', desc: true }

const allowed = {
  type: Object.keys(emailTypes) as EmailType[],
  delivery: Object.keys(emailDeliveries) as EmailDelivery[],
}

const useEmailLogFilters = () => {
  const [params] = useSearchParams()
  const filters = useUrlFilters(allowed)
  const [sort, setSort] = useUrlSort(sorts, newestFirst)
  const { type, delivery } = filters.values
  const request = {
    q: (params.get('q') ?? '').trim(),
    type: type ?? '',
    delivery: delivery ?? '',
  } satisfies EmailLogFilter
  return {
    ...filters,
    sort,
    setSort,
    /** The filter sent to the server; its text follows once typing pauses. */
    request,
    order: `createdAt:${sort.desc ? 'desc' : 'asc'}` satisfies EmailLogOrder,
    /** False with a search or a type, for which the server may stop counting at a limit. */
    isCountExact: request.q === '' && type === null,
  }
}

const narrowHeight = ({ errorMessage }: EmailLog): number => (errorMessage ? 100 : 84)
const nameOf = (log: EmailLog): string => `e-posten til ${log.to}`

const typeOptions = Object.entries(emailTypes).map(([value, label]) => ({ value, label }))

/** Returns the outcomes to filter by, each with its number of mails once that is known. */
const deliveryOptions = (summary: EmailLogSummary | undefined) =>
  (Object.keys(emailDeliveries) as EmailDelivery[]).map((value) => {
    const label = emailDeliveries[value]
    return { value, label: summary ? `${label} (${formatNumber(summary.deliveries[value])})` : label }
  })

interface NextPage {
  readonly hasMore: boolean
  readonly loading: boolean
  readonly error: Error | null
  readonly load: () => void
}

function MoreRows({ more }: { more: NextPage }) {
  if (more.error) {
    return (
      <div className="my-4 flex flex-col items-start gap-2">
        <Notice>Kunne ikke hente flere e-poster. {errorText(more.error)}</Notice>
        <Button size="small" onClick={more.load}>
          Prøv igjen
        </Button>
      </div>
    )
  }
  return (
    <p role="status" className="my-4 text-[0.8125rem] text-soft">
      {more.hasMore && (more.loading ? 'Henter flere …' : 'Rull ned for å hente flere.')}
    </p>
  )
}

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

export function EmailLogPage() {
  const filters = useEmailLogFilters()
  const { type, delivery } = filters.values
  const log = useInfiniteQuery(emailLogsQuery(filters.request, filters.order))
  const summary = useQuery(emailLogSummaryQuery(filters.request))
  const [resending, setResending] = useState(false)
  const [opened, setOpened] = useState<EmailLog | null>(null)
  const pages = log.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages])
  const { fetchNextPage } = log
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const moreFailed = log.isFetchNextPageError
  const more = { hasMore: log.hasNextPage, loading: log.isFetching, error: moreFailed ? log.error : null, load }
  const open = useCallback((mail: EmailLog) => setOpened(mail), [])
  const isWide = useMediaQuery('(min-width: 80rem)')
  const columns = useMemo(() => emailLogColumns(open, isWide), [open, isWide])
  const narrow = useCallback((mail: EmailLog) => <NarrowEmailLog log={mail} onOpen={open} />, [open])
  const list = {
    // Without rows, the log is empty only if no filter is active.
    data: pages && rows.length === 0 && !filters.filtered ? [] : pages,
    error: moreFailed ? null : log.error,
    isFetching: log.isFetching && !log.isFetchingNextPage,
    refetch: () => Promise.all([log.refetch(), summary.refetch()]),
  }
  const found = summary.data?.found ?? 0
  const count = {
    shown: summary.data ? Math.min(found, filters.isCountExact ? Infinity : maxCountedMails) : null,
    atLeast: !filters.isCountExact && found > maxCountedMails,
    total: summary.data?.total ?? null,
    what: 'e-poster',
  }
  const preview = opened && (
    <EmailPreviewDialog
      key={opened.id}
      log={rows.find(({ id }) => id === opened.id) ?? opened}
      onOpen={open}
      onClose={() => setOpened(null)}
    />
  )
  return (
    <TableListPage
      title="E-post Logg"
      menu={[{ label: 'Send alle feilede siden …', icon: <RefreshIcon />, onSelect: () => setResending(true) }]}
      query={list}
      texts={texts}
      empty={empty}
      dialogs={
        <>
          {preview}
          {resending && <ResendFailedDialog onClose={() => setResending(false)} />}
        </>
      }
      label="E-post Logg"
      filters={filters}
      search={{ label: 'Søk i e-postloggen', placeholder: 'Søk i adresser, emne og feil' }}
      count={count}
      noResults="Ingen e-poster passer til søket og filtrene."
      columnsKey="emailLogColumns"
      footer={<MoreRows more={more} />}
      rows={rows}
      columns={columns}
      nameOf={nameOf}
      narrow={narrow}
      narrowHeight={narrowHeight}
      sort={filters.sort}
      onSortChange={filters.setSort}
      onOpen={open}
      {...(more.hasMore && !more.loading && !more.error && { onEndNear: more.load })}
    >
      <FilterSelect
        label="Filtrer på type"
        allLabel="Alle typer"
        options={typeOptions}
        value={type}
        onChange={(next) => filters.set('type', next)}
      />
      <FilterSelect
        label="Filtrer på status"
        allLabel="Alle statuser"
        options={deliveryOptions(summary.data)}
        value={delivery}
        onChange={(next) => filters.set('delivery', next)}
      />
    </TableListPage>
  )
}
