import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { counted, formatBytes, formatLongDateTime, formatNumber, formatRelative } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Button } from '../../../ui/base/button.tsx'
import { RefreshIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { SkeletonRows } from '../../../ui/base/skeleton.tsx'
import { DismissibleNotice, Notice } from '../../../ui/base/states.tsx'
import { PurgeDialog } from '../../retention/components/purge-dialog.tsx'
import { PurgeStatus } from '../../retention/components/purge-status.tsx'
import { retentionLabel, retentionQuery } from '../../retention/retention.api.ts'
import { type SystemStatus, systemQuery, useCheckRegister } from '../system-status.api.ts'
import { MailRows } from './mail-rows.tsx'
import { SenderRow } from './sender-row.tsx'
import { StatusProblem, StatusRow } from './status-row.tsx'

/** Shows if the company register responds. Checks only when the user presses the button. */
function RegisterRow() {
  const check = useCheckRegister()
  const { data, error, isPending } = check
  const problem = error ? errorText(error) : data && !data.reachable ? data.problem : null
  const action = (
    <Button size="small" working={isPending} workingLabel="Prøver …" onClick={() => !isPending && check.mutate()}>
      Prøv oppslag
    </Button>
  )
  return (
    <StatusRow label="Enhetsregisteret" action={action} warning={problem}>
      <p role="status">{data?.reachable ? 'Svarer nå' : problem === null && 'Ikke prøvd ennå'}</p>
    </StatusRow>
  )
}

const command = 'npm run backup -- kontor.tar.gz'
const oldAfterMs = 7 * 24 * 60 * 60 * 1000

/** Shows the last backup, scheduled or made by command. */
function BackupRow({ backup }: { backup: SystemStatus['backup'] }) {
  const now = useNow()
  const label = 'Sikkerhetskopi'
  if (!backup.ok) return <StatusProblem label={label} problem={backup.problem} />
  const { value } = backup
  const warning =
    value === null
      ? 'Ingen sikkerhetskopi er tatt ennå.'
      : value.createdAt < nowText(now - oldAfterMs) && 'Den siste er mer enn en uke gammel.'
  return (
    <StatusRow label={label} warning={warning}>
      {value && (
        <p>
          Sist {formatLongDateTime(value.createdAt)} ({formatRelative(value.createdAt, now)}), med{' '}
          {formatNumber(value.rows)} rader og {counted(value.mails, 'lagret e-post', 'lagrede e-poster')}
        </p>
      )}
      <p>
        Den som drifter Kontor, kan ta en når som helst med <code className="text-ink">{command}</code>
      </p>
    </StatusRow>
  )
}

function DatabaseRow({ database }: { database: SystemStatus['database'] }) {
  if (!database.ok) return <StatusProblem label="Database" problem={database.problem} />
  const { version, sizeBytes, embedded } = database.value
  return (
    <StatusRow label="Database">
      PostgreSQL {version}, {embedded ? 'følger med Kontor' : 'på en egen server'}, {formatBytes(sizeBytes)}
    </StatusRow>
  )
}

/** Shows the system status and the purge. */
export function SystemSection() {
  const system = useQuery(systemQuery)
  const retention = useQuery(retentionQuery)
  const [isConfirming, setConfirming] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const fetching = system.isFetching || retention.isFetching
  const fetchAgain = () => {
    void system.refetch()
    void retention.refetch()
  }
  // Counts again, so that the confirmation shows current numbers.
  const confirmPurge = () => {
    setProblem(null)
    void retention.refetch()
    setConfirming(true)
  }
  const purgeButton = (
    <Button size="small" onClick={confirmPurge}>
      Slett nå …
    </Button>
  )

  const rowsOf = ({ version, database, mails, jobs, untrustedProxy, backup }: SystemStatus) => (
    <dl className="border-rule border-t">
      <StatusRow label="Versjon">Kontor {version}</StatusRow>
      <DatabaseRow database={database} />
      <MailRows mails={mails} />
      <StatusRow
        label="Faste oppgaver"
        warning={!jobs && 'Kjører ikke på denne serveren. Til den som drifter Kontor: WORKER er satt til off.'}
      >
        {jobs && 'Kjører: e-poster blir sendt, og det som er for gammelt, blir slettet om natten'}
      </StatusRow>
      {untrustedProxy && (
        <StatusRow
          label="Besøkende"
          warning="Til den som drifter Kontor: Sett TRUST_PROXY=on hvis proxyen er deres egen."
        >
          Kontor ser ikke hvem som er hvem. Alle besøkende regnes som én, og deler samme grense for skjemaer og
          innlogging.
        </StatusRow>
      )}
      <SenderRow />
      <RegisterRow />
      <BackupRow backup={backup} />
      <StatusRow label={retentionLabel} action={purgeButton}>
        <PurgeStatus />
      </StatusRow>
    </dl>
  )

  return (
    <SettingsSection
      title="System"
      action={
        <Button
          size="small"
          onClick={() => !fetching && fetchAgain()}
          working={fetching}
          workingLabel={
            <>
              <RefreshIcon /> <span className="max-sm:sr-only">Henter …</span>
            </>
          }
        >
          <RefreshIcon /> <span className="max-sm:sr-only">Oppdater</span>
        </Button>
      }
    >
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      {system.data && system.error && (
        <div className="mb-3">
          <Notice>Status kunne ikke hentes på nytt og kan være gammel. {errorText(system.error)}</Notice>
        </div>
      )}
      <QueryState
        query={{ ...system, refetch: fetchAgain }}
        loading="Henter systemstatus …"
        skeleton={<SkeletonRows height="h-13" widths={['w-24', 'w-56', 'w-72', 'w-40', 'w-64']} />}
        failed="Kunne ikke hente systemstatus"
      >
        {rowsOf}
      </QueryState>
      {isConfirming && (
        <PurgeDialog
          onDone={(message) => {
            setConfirming(false)
            setProblem(message)
          }}
          onCancel={() => setConfirming(false)}
        />
      )}
    </SettingsSection>
  )
}
