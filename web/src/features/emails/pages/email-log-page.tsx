import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { MailIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { emailLogColumns, NarrowEmailLog } from '../components/email-log-columns.tsx'
import { EmailPreviewDialog } from '../components/email-preview-dialog.tsx'
import { type EmailLog, emailLogsQuery } from '../emails.api.ts'

const idOf = (log: EmailLog): string => log.id
const heightOf = (log: EmailLog, wide: boolean): number => (wide ? 40 : log.errorMessage ? 123 : 105)
const nameOf = (log: EmailLog): string => `e-posten til ${log.to}`

function EmailLogTable({ logs }: { logs: readonly EmailLog[] }) {
  const [opened, setOpened] = useState<EmailLog | null>(null)
  const open = useCallback((log: EmailLog) => setOpened(log), [])
  const columns = useMemo(() => emailLogColumns(open), [open])
  const narrow = useCallback((log: EmailLog) => <NarrowEmailLog log={log} onOpen={open} />, [open])
  return (
    <>
      <DataTable
        label="E-post Logg"
        rows={logs}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        wideFrom="64rem"
        narrow={narrow}
        heightOf={heightOf}
        onOpen={open}
      />
      {opened && <EmailPreviewDialog log={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Every mail that the company has sent or tried to send, newest first, as the server answers them. */
export function EmailLogPage() {
  const { data, error, isFetching, refetch } = useQuery(emailLogsQuery)
  const fetchAgain = () => void refetch()

  let content: ReactNode = <ListSkeleton label="Henter e-postloggen …" />
  if (data?.length === 0) {
    content = (
      <EmptyState icon={<MailIcon />} title="Ingen e-post ennå">
        Når noen får en bekreftelse eller et varsel på e-post, står det her.
      </EmptyState>
    )
  } else if (data) content = <EmailLogTable logs={data} />
  else if (error) {
    content = <ErrorState title="Kunne ikke hente e-postloggen" message={errorText(error)} onRetry={fetchAgain} />
  }

  return (
    <ListPage
      title="E-post Logg"
      refreshing={isFetching}
      onRefresh={fetchAgain}
      {...(data && error && { problem: `Loggen kunne ikke hentes på nytt og kan være gammel. ${errorText(error)}` })}
    >
      {content}
    </ListPage>
  )
}
