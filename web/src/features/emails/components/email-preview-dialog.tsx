import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatLongDateTime } from '../../../platform/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState, Notice } from '../../../ui/states.tsx'
import { type EmailLog, emailLogQuery, emailPreviewAddress } from '../emails.api.ts'
import { DeliveryBadge, EmailTypeBadge } from './email-badges.tsx'

const facts = (log: EmailLog) => [
  { label: 'Til', value: log.to },
  { label: 'Fra', value: log.from },
  { label: 'Emne', value: log.subject },
  { label: 'Type', value: <EmailTypeBadge type={log.type} /> },
  { label: 'Status', value: <DeliveryBadge delivery={log.delivery} /> },
  {
    label: log.delivery === 'stored' ? 'Lagret' : 'Sendt',
    value: log.sentAt ? formatLongDateTime(log.sentAt) : 'Ikke sendt',
  },
]

const frame = 'h-[50dvh] min-h-64 w-full rounded-md border border-rule'

/** One mail of the log as it was sent. Its HTML is a stranger's: the frame lets it do nothing. */
export function EmailPreviewDialog({ log: listed, onClose }: { log: EmailLog; onClose: () => void }) {
  const { data, error, refetch } = useQuery(emailLogQuery(listed.id))
  const log = data ?? listed

  let content: ReactNode = <Skeleton className={frame} />
  if (data?.htmlContent) {
    content = (
      <iframe
        title="E-postens innhold"
        sandbox=""
        src={emailPreviewAddress(log.id)}
        className={`${frame} bg-[white] [color-scheme:light]`}
      />
    )
  } else if (data) {
    content = (
      <p className="rounded-md bg-sunken px-4 py-6 text-sm text-soft">
        Innholdet er ikke tilgjengelig. E-posten kan være sendt før innhold ble lagret.
      </p>
    )
  } else if (error) {
    content = <ErrorState title="Kunne ikke hente e-posten" message={errorText(error)} onRetry={() => void refetch()} />
  }

  return (
    <Dialog title="E-post" width="wide" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Facts facts={facts(log)} />
        {log.errorMessage && (
          <Notice tone={log.delivery === 'failed' ? 'danger' : 'warning'}>{log.errorMessage}</Notice>
        )}
        {content}
      </div>
    </Dialog>
  )
}
