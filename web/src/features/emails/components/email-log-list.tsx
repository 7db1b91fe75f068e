import { type EmailDelivery, emailDeliveries, emailTypes, maxCountedMails } from '@kontor/contract/emails/emails.rules'
import { useCallback, useMemo, useRef, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ColumnPicker } from '../../../ui/column-picker.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { ListBar } from '../../../ui/shown-count.tsx'
import { NoResults, Notice } from '../../../ui/states.tsx'
import { useColumnVisibility } from '../../../ui/use-column-visibility.ts'
import type { EmailLog, EmailLogSummary } from '../emails.api.ts'
import { emailLogColumns, NarrowEmailLog, pickableEmailLogColumns } from './email-log-columns.tsx'
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
  const visibility = useColumnVisibility('emailLogColumns', pickableEmailLogColumns)
  const searchBox = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<EmailLog | null>(null)
  const open = useCallback((log: EmailLog) => setOpened(log), [])
  const columns = useMemo(() => emailLogColumns(open), [open])
  const narrow = useCallback((log: EmailLog) => <NarrowEmailLog log={log} onOpen={open} />, [open])

  const reset = () => {
    filters.reset()
    searchBox.current?.focus()
  }

  return (
    <div className="sm:[--table-head-top:2.75rem]">
      <search className="flex flex-wrap gap-2.5">
        <SearchBox
          label="Søk i e-postloggen"
          placeholder="Søk i adresser, emne og feil"
          value={filters.text}
          onValueChange={filters.setText}
          inputRef={searchBox}
          className="min-w-full flex-1 sm:min-w-48 sm:max-w-96"
        />
        <FilterSelect
          label="Filtrer på type"
          allLabel="Alle typer"
          options={typeOptions}
          value={filters.type}
          onChange={filters.setType}
          className={selectClasses}
        />
        <FilterSelect
          label="Filtrer på status"
          allLabel="Alle statuser"
          options={deliveryOptions(summary)}
          value={filters.delivery}
          onChange={filters.setDelivery}
          className={selectClasses}
        />
        <div className="max-lg:hidden sm:ml-auto">
          <ColumnPicker columns={pickableEmailLogColumns} visibility={visibility} />
        </div>
      </search>
      <ListBar
        shown={summary ? Math.min(summary.found, filters.isCountExact ? Infinity : maxCountedMails) : null}
        atLeast={!filters.isCountExact && (summary?.found ?? 0) > maxCountedMails}
        total={summary?.total ?? null}
        what="e-poster"
        pinned
        filtered={filters.active}
        onReset={reset}
      />
      {logs.length === 0 ? (
        <NoResults resetLabel="Nullstill filtre" onReset={reset}>
          Ingen e-poster passer til søket og filtrene.
        </NoResults>
      ) : (
        <>
          <DataTable
            label="E-post Logg"
            rows={logs}
            columns={columns}
            hidden={visibility.hidden}
            idOf={idOf}
            nameOf={nameOf}
            wideFrom="64rem"
            narrow={narrow}
            heightOf={heightOf}
            sort={filters.sort}
            onSortChange={filters.setSort}
            onOpen={open}
            {...(more.hasMore && !more.loading && !more.error && { onEndNear: more.load })}
          />
          <MoreRows more={more} />
        </>
      )}
      {opened && (
        <EmailPreviewDialog
          key={opened.id}
          log={logs.find(({ id }) => id === opened.id) ?? opened}
          onOpen={open}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
