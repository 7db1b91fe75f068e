import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../platform/api-client.ts'
import { counted, formatBytes, formatLongDateTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { WarningIcon } from '../../../ui/base/icons.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SettingsSection } from '../../../ui/base/settings-section.tsx'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { Notice } from '../../../ui/base/states.tsx'
import { activeBackup, type BackupList, type BackupRun, backupsQuery, useStartBackup } from '../backups.api.ts'

const stateTexts = { queued: 'Venter på å starte', running: 'Pågår …', done: 'Ferdig', failed: 'Feilet' } as const

function Warning({ text }: { text: string }) {
  return (
    <p className="mt-1 flex items-start gap-1.5 text-warning">
      <WarningIcon className="mt-1 size-3.5 shrink-0" />
      <span>{text}</span>
    </p>
  )
}

/** Returns the facts about a backup: `4,2 MB, 1 204 rader, kryptert, kontrollert`. */
const factsOf = ({ state, sizeBytes, rows, encrypted, verified }: BackupRun): string =>
  state === 'done'
    ? [
        sizeBytes !== null && formatBytes(sizeBytes),
        rows !== null && counted(rows, 'rad', 'rader'),
        encrypted ? 'kryptert' : 'ikke kryptert',
        verified ? 'kontrollert' : 'ikke kontrollert',
      ]
        .filter(Boolean)
        .join(', ')
    : stateTexts[state]

function BackupItem({ backup }: { backup: BackupRun }) {
  const { startedAt, fileName, location, keptUntil, problem } = backup
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-rule border-b py-3 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
      <p className="font-medium">
        <time dateTime={startedAt}>{formatLongDateTime(startedAt)}</time>
      </p>
      <div className="text-soft leading-relaxed [overflow-wrap:anywhere]">
        <p>{factsOf(backup)}</p>
        {backup.state === 'done' && (
          <>
            <p>
              {fileName} i {location}
            </p>
            {keptUntil && <p>Beholdes til {formatLongDateTime(keptUntil)}</p>}
          </>
        )}
        {problem && <Warning text={problem} />}
      </div>
    </li>
  )
}

function Schedule({ schedule }: { schedule: BackupList['schedule'] }) {
  if (!schedule)
    return (
      <p className="mt-1 mb-4 max-w-prose text-soft text-sm">
        Faste sikkerhetskopier er ikke satt opp. Til den som drifter Kontor: BACKUP_TO bestemmer hvor de lagres.
      </p>
    )
  return (
    <div className="mt-1 mb-4 max-w-prose text-soft text-sm [overflow-wrap:anywhere]">
      <p>
        Tas hver dag og lagres i {schedule.location}. Hver kopi kontrolleres ved at den gjenopprettes i en midlertidig
        database. En gammel kopi slettes først når en nyere er kontrollert.
      </p>
      <p className="mt-1">Neste {formatLongDateTime(schedule.nextAt)}</p>
      {schedule.late && <Warning text="Den siste skulle ha vært ferdig." />}
      {!schedule.encrypted && (
        <Warning text="Kopiene er ikke kryptert. Til den som drifter Kontor: sett BACKUP_RECIPIENT." />
      )}
    </div>
  )
}

/** Lists the backups; a button makes one now. */
export function BackupSection() {
  const query = useQuery(backupsQuery)
  const { data } = query
  const start = useStartBackup()
  const isBusy = start.isPending || (data !== undefined && activeBackup(data) !== undefined)
  return (
    <SettingsSection
      title="Faste sikkerhetskopier"
      action={
        data?.schedule && (
          <Button
            size="small"
            working={isBusy}
            workingLabel="Tar sikkerhetskopi …"
            onClick={() => !isBusy && start.mutate()}
          >
            Ta sikkerhetskopi nå
          </Button>
        )
      }
    >
      {start.error && (
        <div className="mt-3">
          <Notice>{errorText(start.error)}</Notice>
        </div>
      )}
      <QueryState
        query={query}
        loading="Henter sikkerhetskopier …"
        skeleton={<Skeleton className="h-4 w-64" />}
        failed="Kunne ikke hente sikkerhetskopiene"
      >
        {({ schedule, backups }) => (
          <>
            <Schedule schedule={schedule} />
            {backups.length > 0 && (
              <ul className="max-h-120 overflow-y-auto border-rule border-t">
                {backups.map((backup) => (
                  <BackupItem key={backup.id} backup={backup} />
                ))}
              </ul>
            )}
            {schedule && backups.length === 0 && (
              <p className="text-soft text-sm">Ingen er tatt ennå. Den første tas om få minutter.</p>
            )}
          </>
        )}
      </QueryState>
    </SettingsSection>
  )
}
