import type { OpenSession } from '@kontor/contract/session/session.schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, formatLongDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { Badge } from '../../../ui/base/badge.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { QueryState } from '../../../ui/base/query-state.tsx'
import { SkeletonRows } from '../../../ui/base/skeleton.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { toastError } from '../../../ui/toast/failure-toast.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { openSessionsQuery, useEndOtherSessions, useEndSession } from '../session.api.ts'

interface SessionRowProps {
  readonly session: OpenSession
  readonly onEnd: (session: OpenSession) => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const now = useNow()
  const { device, address, createdAt, lastSeenAt, isCurrent } = session
  const loggedIn = formatLongDateTime(createdAt)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-b py-2.5">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold text-sm">{device}</span>
          {isCurrent && <Badge tone="positive">Denne enheten</Badge>}
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
          {!isCurrent && (
            <>
              Sist brukt{' '}
              <time dateTime={lastSeenAt} title={formatLongDateTime(lastSeenAt)}>
                {formatRelative(lastSeenAt, now)}
              </time>{' '}
              ·{' '}
            </>
          )}
          Logget inn {loggedIn}
          {address && ` fra ${address}`}
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" aria-label={`Logg ut ${device}, logget inn ${loggedIn}`} onClick={() => onEnd(session)}>
          Logg ut
        </Button>
      )}
    </li>
  )
}

/** Lists the user's logins. */
function SessionList() {
  const query = useQuery(openSessionsQuery)
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const [isAsking, setAsking] = useState(false)

  const endOne = async (session: OpenSession) => {
    try {
      await end.mutateAsync({ id: session.id })
      toast({ title: 'Logget ut', description: session.device })
    } catch (failure) {
      toastError(failure, 'Kunne ikke logge ut enheten', () => endOne(session))
    }
  }
  const endAll = async () => {
    try {
      const { ended } = await endOthers.mutateAsync()
      toast({ title: 'Logget ut', description: counted(ended, 'annen enhet', 'andre enheter') })
    } catch (failure) {
      toastError(failure, 'Kunne ikke logge ut de andre enhetene', endAll)
    }
    setAsking(false)
  }

  const sessions = query.data
  if (!sessions) {
    return (
      <QueryState
        query={query}
        loading="Henter enheter …"
        skeleton={<SkeletonRows height="h-15" widths={['w-40']} />}
        failed="Kunne ikke hente enhetene"
      />
    )
  }
  return (
    <>
      <ul className="border-rule border-t">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={(ended) => void endOne(ended)} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button size="small" className="mt-3 self-start" onClick={() => setAsking(true)}>
          Logg ut alle andre
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Logge ut alle andre enheter?"
          confirmLabel="Logg ut alle andre"
          workingLabel="Logger ut …"
          onConfirm={endAll}
          onCancel={() => setAsking(false)}
        >
          De blir logget ut med en gang. Det som ikke er lagret der, går tapt.
        </ConfirmDialog>
      )}
    </>
  )
}

interface OpenSessionsDialogProps {
  /** True for the sessions of everybody who uses the shared password. */
  readonly isShared: boolean
  readonly onClose: () => void
}

export function OpenSessionsDialog({ isShared, onClose }: OpenSessionsDialogProps) {
  return (
    <Dialog
      title="Innloggede enheter"
      description={isShared ? 'Alle som er logget inn med det felles passordet nå.' : 'Her er du logget inn nå.'}
      onClose={onClose}
    >
      <SessionList />
    </Dialog>
  )
}
