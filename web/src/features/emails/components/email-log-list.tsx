import { type EmailDelivery, emailDeliveries, emailTypes, maxCountedMails } from '@kontor/contract/emails/emails.rules'
import { useCallback, useMemo, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { Notice } from '../../../ui/states.tsx'
import { TableList } from '../../../ui/table-list.tsx'
import type { EmailLog, EmailLogSummary } from '../emails.api.ts'
import { emailLogColumns, NarrowEmailLog } from './email-log-columns.tsx'
import { EmailPreviewDialog } from './email-preview-dialog.tsx'
import type { EmailLogFilters } from './use-email-log-filters.ts'

const idOf = (log: EmailLog): string => log.id
const heightOf = (log: EmailLog, wide: boolean): number => (wide ? 40 : log.errorMessage ? 123 : 105)
const nameOf = (log: EmailLog): string => `e-posten til ${log.to}`

const selectClasses = 'min-w-0 flex-1 sm:w-48 sm:flex-none'

const typeOptions = Object.entries(emailTypes).map(([value, label]) => ({ value, label }))

/** The outcomes, each with the number of its mails once known. */
const deliveryOptions = (summary: EmailLogSummary | undefined) =>
  (Object.keys(emailDeliveries) as EmailDelivery[]).map((value) => {
    const label = emailDeliveries[value]
    return { value, label: summary ? `${label} (${formatNumber(summary.deliveries[value])})` : label }
  })

interface EmailLogListProps {
  /** The rows fetched so far. */
  readonly logs: readonly EmailLog[]
  readonly filters: EmailLogFilters
  readonly summary: EmailLogSummary | undefined
  readonly more: NextPage
}

interface NextPage {
  readonly hasMore: boolean
  readonly loading: boolean
  /** Why fetching the next page failed. */
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

/** The log with its filters and the opened mail. */
export function EmailLogList({ logs, filters, summary, more }: EmailLogListProps) {
  const { type, delivery } = filters.values
  const [opened, setOpened] = useState<EmailLog | null>(null)
  const open = useCallback((log: EmailLog) => setOpened(log), [])
  const columns = useMemo(() => emailLogColumns(open), [open])
  const narrow = useCallback((log: EmailLog) => <NarrowEmailLog log={log} onOpen={open} />, [open])
  const count = {
    shown: summary ? Math.min(summary.found, filters.isCountExact ? Infinity : maxCountedMails) : null,
    atLeast: !filters.isCountExact && (summary?.found ?? 0) > maxCountedMails,
    total: summary?.total ?? null,
    what: 'e-poster',
    pinned: true,
  }
  return (
    <>
      <TableList
        label="E-post Logg"
        filters={filters}
        search={{
          label: 'Søk i e-postloggen',
          placeholder: 'Søk i adresser, emne og feil',
          className: 'min-w-full flex-1 sm:min-w-48 sm:max-w-96',
        }}
        count={count}
        noResults="Ingen e-poster passer til søket og filtrene."
        columnsKey="emailLogColumns"
        pickerClassName="max-lg:hidden"
        footer={<MoreRows more={more} />}
        rows={logs}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        wideFrom="64rem"
        narrow={narrow}
        heightOf={heightOf}
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
          className={selectClasses}
        />
        <FilterSelect
          label="Filtrer på status"
          allLabel="Alle statuser"
          options={deliveryOptions(summary)}
          value={delivery}
          onChange={(next) => filters.set('delivery', next)}
          className={selectClasses}
        />
      </TableList>
      {opened && (
        <EmailPreviewDialog
          key={opened.id}
          log={logs.find(({ id }) => id === opened.id) ?? opened}
          onOpen={open}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
