import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../platform/api-client.ts'
import { formatLongDateTime } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { Skeleton } from '../../../ui/base/skeleton.tsx'
import { countsText, retentionQuery } from '../retention.api.ts'

const lateAfterMs = 26 * 60 * 60 * 1000

export function PurgeStatus() {
  const { data, error } = useQuery(retentionQuery)
  const now = useNow()
  if (!data) return error ? <p className="text-warning">{errorText(error)}</p> : <Skeleton className="h-4 w-64" />
  const { due, nextAt, lastRun, lastDeletion } = data
  return (
    <>
      <p>Neste {formatLongDateTime(nextAt)}</p>
      <p>{lastRun === null ? 'Har ikke kjørt ennå' : `Sist ${formatLongDateTime(lastRun.startedAt)}`}</p>
      {lastDeletion && (
        <p>
          Slettet sist {formatLongDateTime(lastDeletion.startedAt)}: {countsText(lastDeletion)}
        </p>
      )}
      <p>
        {due.enquiries + due.mails === 0 ? 'Ingenting er gammelt nok nå' : `Klart til å slettes: ${countsText(due)}`}
      </p>
      {lastRun?.finishedAt === null && <p className="text-warning">Den siste kjøringen ble avbrutt.</p>}
      {lastRun && lastRun.startedAt < nowText(now - lateAfterMs) && (
        <p className="text-warning">Den har ikke kjørt det siste døgnet.</p>
      )}
    </>
  )
}
