import { formatDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Button, IconButton } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { EyeIcon, RefreshIcon } from '../../../ui/base/icons.tsx'
import { Tooltip } from '../../../ui/base/tooltip.tsx'
import type { Column } from '../../../ui/table/data-table-model.ts'
import type { EmailLog } from '../emails.api.ts'
import { DeliveryBadge, EmailTypeBadge } from './email-badges.tsx'
import { Recipient } from './recipient.tsx'

function Moment({ iso }: { iso: string }) {
  const now = useNow()
  return (
    <time dateTime={iso}>
      <Figures text={formatDateTime(iso)} /> <span className="block text-soft text-xs">{formatRelative(iso, now)}</span>
    </time>
  )
}

/** The subject and, after a failed attempt, the error or the mail server's reply. */
function Subject({ log }: { log: EmailLog }) {
  return (
    <>
      <span className="block truncate">
        {log.resendOf !== null && (
          <span className="text-soft">
            <RefreshIcon className="mr-1 inline size-3" />
            <span className="sr-only">Sendt på nytt: </span>
          </span>
        )}
        {log.subject}
      </span>
      {log.errorMessage && (
        <span className={cx('block truncate text-xs', log.delivery === 'failed' ? 'text-danger' : 'text-soft')}>
          {log.errorMessage}
        </span>
      )}
    </>
  )
}

/** Returns the log's columns. The sender is shown by default only if `isWide`. */
export const emailLogColumns = (onOpen: (log: EmailLog) => void, isWide: boolean): readonly Column<EmailLog>[] => [
  {
    id: 'to',
    header: 'Mottaker',
    pinned: 'start',
    isName: true,
    isSortable: false,
    className: 'w-[20%]',
    cell: (log) => <Recipient log={log} />,
  },
  { id: 'subject', header: 'Emne', pickable: 'shown', isSortable: false, cell: (log) => <Subject log={log} /> },
  {
    id: 'type',
    header: 'Type',
    pickable: 'shown',
    isSortable: false,
    className: 'w-30',
    cell: ({ type }) => <EmailTypeBadge type={type} />,
  },
  {
    id: 'delivery',
    header: 'Status',
    pinned: 'end',
    pickable: 'shown',
    isSortable: false,
    className: 'w-40',
    cell: ({ delivery }) => <DeliveryBadge delivery={delivery} />,
  },
  {
    id: 'createdAt',
    header: 'Dato',
    pickable: 'shown',
    className: 'w-34',
    cell: ({ createdAt }) => <Moment iso={createdAt} />,
  },
  {
    id: 'from',
    header: 'Avsender',
    pickable: isWide ? 'shown' : 'hidden',
    isSortable: false,
    className: 'w-[16%]',
    cell: ({ from }) => from,
  },
  {
    id: 'actions',
    header: 'Handlinger',
    isSortable: false,
    className: 'w-28 px-1!',
    cell: (log) => (
      <Button
        data-main=""
        variant="quiet"
        size="small"
        aria-label={`Se e-post til ${log.to}: ${log.subject}`}
        onClick={() => onOpen(log)}
      >
        <EyeIcon /> Se e-post
      </Button>
    ),
  },
]

export function NarrowEmailLog({ log, onOpen }: { log: EmailLog; onOpen: (log: EmailLog) => void }) {
  const now = useNow()
  return (
    <span className="flex items-center gap-2">
      <span className="flex min-w-0 flex-1 flex-col gap-1 text-[0.8125rem] leading-snug">
        <span className="flex items-baseline justify-between gap-2">
          <span className="min-w-0 truncate font-semibold text-sm">
            <Recipient log={log} />
          </span>
          <span className="shrink-0 text-soft">{formatRelative(log.createdAt, now)}</span>
        </span>
        <span className="min-w-0">
          <Subject log={log} />
        </span>
        <span className="flex flex-wrap items-center gap-x-1.5">
          <DeliveryBadge delivery={log.delivery} />
          <EmailTypeBadge type={log.type} />
          <time dateTime={log.createdAt} className="ml-auto shrink-0 text-soft">
            <Figures text={formatDateTime(log.createdAt)} />
          </time>
        </span>
      </span>
      <Tooltip text="Se e-post">
        <IconButton
          data-main=""
          label={`Se e-post til ${log.to}: ${log.subject}`}
          icon={<EyeIcon />}
          className="-mr-1"
          onClick={() => onOpen(log)}
        />
      </Tooltip>
    </span>
  )
}
