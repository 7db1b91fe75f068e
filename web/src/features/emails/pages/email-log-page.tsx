import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { MailIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { EmailLogBoard } from '../components/email-log-board.tsx'
import { emailLogsQuery } from '../emails.api.ts'

/** Every mail that the company has sent or tried to send. */
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
  } else if (data) content = <EmailLogBoard logs={data} />
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
