import { Link } from 'react-router'
import { counted, formatLongDateTime, formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import type { SystemStatus } from '../system-status.api.ts'
import { StatusProblem, StatusRow } from './status-row.tsx'

const failedText = (count: number): string => `${counted(count, 'e-post kom', 'e-poster kom')} ikke frem.`

/** Shows the state of the mail server and of the mail queue. */
export function MailRows({ mails }: { mails: SystemStatus['mails'] }) {
  if (!mails.ok) return <StatusProblem label="E-post" problem={mails.problem} />
  const { server, lastSuccessAt, queued, retrying, failed, lastError } = mails.value
  const test = (
    <Button asChild size="small">
      <Link to="/admin?tab=email">Send test-e-post</Link>
    </Button>
  )
  const log = (
    <Button asChild size="small">
      <Link to="/admin?tab=email-logs">Åpne E-post Logg</Link>
    </Button>
  )
  return (
    <>
      <StatusRow
        label="E-post"
        action={test}
        warning={
          server === null &&
          'E-poster sendes ikke, men lagres som filer på serveren. Til den som drifter Kontor: SMTP_URL er ikke satt.'
        }
      >
        {server !== null && <p>Sendes gjennom {server}</p>}
        <p>
          {lastSuccessAt === null
            ? 'Ingen e-post er levert ennå.'
            : `Sist ${server === null ? 'lagret' : 'levert'} ${formatLongDateTime(lastSuccessAt)}`}
        </p>
      </StatusRow>
      <StatusRow label="E-postkø" action={log} warning={failed > 0 && failedText(failed)}>
        <p>
          {formatNumber(queued)} i kø, {formatNumber(retrying)} prøves igjen
        </p>
        {lastError && (
          <p>
            Siste problem, {formatLongDateTime(lastError.at)}: {lastError.message}
          </p>
        )}
      </StatusRow>
    </>
  )
}
