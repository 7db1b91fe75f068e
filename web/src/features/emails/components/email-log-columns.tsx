import { formatDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/button.tsx'
import { columnsFor } from '../../../ui/data-table-model.ts'
import { EyeIcon } from '../../../ui/icons.tsx'
import type { EmailLog } from '../emails.api.ts'
import { DeliveryBadge, EmailTypeBadge } from './email-badges.tsx'

/** The date and, in words, how long ago. */
function Moment({ iso }: { iso: string }) {
  const now = useNow()
  return (
    <time dateTime={iso} className="tabular-nums">
      {formatDateTime(iso)} <span className="text-soft lg:block lg:text-xs">{formatRelative(iso, now)}</span>
    </time>
  )
}

function Subject({ log }: { log: EmailLog }) {
  return (
    <>
      <span className="block truncate">{log.subject}</span>
      {log.errorMessage && <span className="block truncate text-danger text-xs">{log.errorMessage}</span>}
    </>
  )
}

const column = columnsFor<EmailLog>()

export const emailLogColumns = (onOpen: (log: EmailLog) => void) =>
  column.columns([
    column.accessor('to', { header: 'Mottaker', meta: { className: 'w-[20%]' } }),
    column.accessor('subject', { header: 'Emne', cell: ({ row }) => <Subject log={row.original} /> }),
    column.accessor('type', {
      header: 'Type',
      meta: { className: 'w-24' },
      cell: ({ getValue }) => <EmailTypeBadge type={getValue()} />,
    }),
    column.accessor('delivery', {
      header: 'Status',
      meta: { className: 'w-40' },
      cell: ({ getValue }) => <DeliveryBadge delivery={getValue()} />,
    }),
    column.accessor('createdAt', {
      header: 'Dato',
      meta: { className: 'w-36' },
      cell: ({ getValue }) => <Moment iso={getValue()} />,
    }),
    column.accessor('from', { header: 'Avsender', meta: { className: 'w-[16%] max-lg:hidden' } }),
    column.display({
      id: 'actions',
      header: 'Handlinger',
      meta: { className: 'w-30' },
      cell: ({ row }) => (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Se e-post til ${row.original.to}: ${row.original.subject}`}
          onClick={() => onOpen(row.original)}
        >
          <EyeIcon /> Se e-post
        </Button>
      ),
    }),
  ])

/** A row where columns have no room. */
export function NarrowEmailLog({ log, onOpen }: { log: EmailLog; onOpen: (log: EmailLog) => void }) {
  return (
    <span className="flex min-w-0 flex-col gap-1 leading-snug">
      <span className="flex items-baseline gap-2">
        <button
          type="button"
          aria-label={`Se e-post til ${log.to}: ${log.subject}`}
          onClick={() => onOpen(log)}
          className="min-w-0 truncate rounded-sm text-left font-semibold hover:underline"
        >
          {log.to}
        </button>
      </span>
      <span className="truncate text-[0.8125rem]">{log.subject}</span>
      <span className="flex items-center gap-1.5">
        <DeliveryBadge delivery={log.delivery} />
        <EmailTypeBadge type={log.type} />
        <span className="ml-auto truncate text-soft text-xs">
          <Moment iso={log.createdAt} />
        </span>
      </span>
    </span>
  )
}
