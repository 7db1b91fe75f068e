import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useUrlPage } from '../../../platform/list-state.ts'
import { ColumnPicker, useColumnVisibility } from '../../../ui/column-picker.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { ListBar } from '../../../ui/shown-count.tsx'
import { NoResults } from '../../../ui/states.tsx'
import type { EmailLog } from '../emails.api.ts'
import { emailLogColumns, NarrowEmailLog, pickableEmailLogColumns } from './email-log-columns.tsx'
import { EmailLogFilterBar, useEmailLogFilters, useEmailLogList } from './email-log-filters.tsx'
import { EmailPreviewDialog } from './email-preview-dialog.tsx'

const idOf = (log: EmailLog): string => log.id
const heightOf = (log: EmailLog, wide: boolean): number => (wide ? 40 : log.errorMessage ? 123 : 105)
const nameOf = (log: EmailLog): string => `e-posten til ${log.to}`

/** A page of the log; what lies behind it is a search or a page away. */
const mailsPerPage = 100

/** The log with its filters and the mail that is read. */
export function EmailLogBoard({ logs }: { logs: readonly EmailLog[] }) {
  const filters = useEmailLogFilters()
  // The list may come a moment after the letters: typing never waits for it.
  const shown = useEmailLogList(logs, useDeferredValue(filters.text), filters)
  const { text, type, delivery, sort } = filters
  const question = `${text} ${type} ${delivery} ${sort.id} ${sort.desc}`
  const { page, pages, onPage, turnTo } = useUrlPage(shown, mailsPerPage, question)
  const top = useRef<HTMLDivElement>(null)
  const turn = (next: number) => {
    turnTo(next)
    top.current?.scrollIntoView({ block: 'start' })
  }
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
    <div ref={top} className="sm:[--table-head-top:2.75rem]">
      <EmailLogFilterBar
        filters={filters}
        searchBox={searchBox}
        end={<ColumnPicker columns={pickableEmailLogColumns} visibility={visibility} />}
      />
      <ListBar
        shown={shown.length}
        total={logs.length}
        what="e-poster"
        pinned
        filtered={filters.active}
        onReset={reset}
      />
      {shown.length === 0 ? (
        <NoResults resetLabel="Nullstill filtre" onReset={reset}>
          Ingen e-poster passer til søket og filtrene.
        </NoResults>
      ) : (
        <>
          <DataTable
            label="E-post Logg"
            rows={onPage}
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
          />
          <Pager page={page} pages={pages} onPageChange={turn} />
        </>
      )}
      {opened && (
        <EmailPreviewDialog
          key={opened.id}
          log={logs.find(({ id }) => id === opened.id) ?? opened}
          original={logs.find(({ id }) => id === opened.resendOf)}
          onOpen={open}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
