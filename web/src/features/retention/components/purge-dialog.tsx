import type { PurgeCounts } from '@kontor/contract/retention/retention.schema'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { countsText, retentionQuery, usePurge } from '../retention.api.ts'

interface PurgeDialogProps {
  /** Called with the error message, or with null on success. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}

const dueText = (due: PurgeCounts): string =>
  due.enquiries + due.mails === 0 ? 'Ingenting er gammelt nok nå.' : `${countsText(due)} blir slettet nå.`

/** Shows how much a purge would delete, and runs it once the user confirms. */
export function PurgeDialog({ onDone, onCancel }: PurgeDialogProps) {
  const { data, error, isFetching } = useQuery(retentionQuery)
  const purge = usePurge()

  const confirm = async () => {
    try {
      const done = await purge.mutateAsync()
      toast({ title: 'Sletting fullført', description: `${countsText(done)} er slettet.` })
      onDone(null)
    } catch (error) {
      toastFailure('Kunne ikke slette', retryAction(error, confirm))
      onDone(`Slettingen stoppet. Det som er slettet, er slettet. ${errorText(error)}`)
    }
  }

  return (
    <ConfirmDialog
      title="Slette det som er for gammelt?"
      confirmLabel="Slett nå"
      workingLabel="Sletter …"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p role="status">{isFetching ? 'Teller …' : data && !error ? dueText(data.due) : errorText(error)}</p>
      <p className="mt-2">Det samme skjer av seg selv i natt. Det kan ikke angres.</p>
    </ConfirmDialog>
  )
}
