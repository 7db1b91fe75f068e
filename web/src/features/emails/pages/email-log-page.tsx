import { useQuery } from '@tanstack/react-query'
import { MailIcon } from '../../../ui/icons.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { EmailLogBoard } from '../components/email-log-board.tsx'
import { ResendFailed } from '../components/resend-failed.tsx'
import { emailLogsQuery } from '../emails.api.ts'

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

/** Every mail that the company has sent or tried to send. */
export function EmailLogPage() {
  return (
    <QueryListPage
      title="E-post Logg"
      query={useQuery(emailLogsQuery)}
      texts={texts}
      empty={empty}
      actions={<ResendFailed />}
    >
      {(logs) => <EmailLogBoard logs={logs} />}
    </QueryListPage>
  )
}
