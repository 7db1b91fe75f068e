import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { CheckIcon, WarningIcon } from '../../../ui/base/icons.tsx'
import { senderDomainQuery } from '../system-status.api.ts'
import { StatusProblem, StatusRow } from './status-row.tsx'

const names = {
  spf: 'Godkjente servere (SPF)',
  dkim: 'Signatur (DKIM)',
  dmarc: 'Forfalskninger (DMARC)',
} as const

/** Shows if the domain of the mails' sender has the DNS records that keep mails out of spam folders. */
export function SenderRow() {
  const { data, error, isFetching, refetch } = useQuery(senderDomainQuery)
  if (error && !data) return <StatusProblem label="Avsenderdomene" problem={errorText(error)} />
  const action = (
    <Button size="small" working={isFetching} workingLabel="Sjekker …" onClick={() => !isFetching && void refetch()}>
      Sjekk igjen
    </Button>
  )
  return (
    <StatusRow label="Avsenderdomene" action={action}>
      <p role="status">{data ? data.domain : 'Sjekker domenet …'}</p>
      <ul className="mt-1 grid gap-2">
        {data?.records.map(({ kind, state, explanation, publish }) => (
          <li key={kind} className="flex items-start gap-1.5">
            {state === 'ok' ? (
              <CheckIcon className="mt-1 size-3.5 shrink-0" />
            ) : (
              <WarningIcon className={`mt-1 size-3.5 shrink-0 ${state === 'unknown' ? '' : 'text-warning'}`} />
            )}
            <div className="min-w-0">
              <strong className="font-medium text-ink">{names[kind]}:</strong> {explanation}
              {publish && (
                <dl className="mt-1 grid gap-x-3 rounded-sm border border-rule px-2 py-1 sm:grid-cols-[auto_minmax(0,1fr)]">
                  <dt>Navn</dt>
                  <dd className="font-mono text-xs leading-6 [overflow-wrap:anywhere]">{publish.name}</dd>
                  <dt>TXT</dt>
                  <dd className="font-mono text-xs leading-6 [overflow-wrap:anywhere]">{publish.text}</dd>
                </dl>
              )}
            </div>
          </li>
        ))}
      </ul>
    </StatusRow>
  )
}
