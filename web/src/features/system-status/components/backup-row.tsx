import { formatLongDateTime, formatNumber, formatRelative } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import type { SystemStatus } from '../system-status.api.ts'
import { StatusProblem, StatusRow } from './status-row.tsx'

const command = 'npm run backup -- kontor.tar.gz'
const oldAfterMs = 7 * 24 * 60 * 60 * 1000

/** The last backup, scheduled or by command. */
export function BackupRow({ backup }: { backup: SystemStatus['backup'] }) {
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
          {formatNumber(value.rows)} rader og {formatNumber(value.mails)}{' '}
          {value.mails === 1 ? 'lagret e-post' : 'lagrede e-poster'}
        </p>
      )}
      <p>
        Den som drifter Kontor, kan ta en når som helst med <code className="text-ink">{command}</code>
      </p>
    </StatusRow>
  )
}
