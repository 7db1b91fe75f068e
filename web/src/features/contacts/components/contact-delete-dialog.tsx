import { useState } from 'react'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Contact, type DeleteOutcome, useDeleteContacts } from '../contacts.api.ts'

interface ContactDeleteDialogProps {
  /** Empty ones are never asked for. */
  readonly contacts: readonly Contact[]
  readonly onDone: (outcome: DeleteOutcome) => void
  readonly onCancel: () => void
}

const count = (number: number): string => `${formatNumber(number)} ${number === 1 ? 'henvendelse' : 'henvendelser'}`

const tell = ({ deleted, failed, error }: DeleteOutcome, wanted: number): void => {
  if (failed.length === 0) {
    const description = wanted === 1 ? 'Henvendelsen er slettet.' : `${count(deleted.size)} er slettet.`
    toast({ title: 'Suksess', description })
    return
  }
  // The login that is shown for it says enough.
  if (error instanceof ApiError && error.status === 401 && deleted.size === 0) return
  const reason = errorText(error)
  const description =
    wanted === 1
      ? `Kunne ikke slette henvendelsen. ${reason}`
      : `Kunne ikke slette henvendelser: ${formatNumber(deleted.size)} av ${formatNumber(wanted)} er slettet, resten er fortsatt valgt. ${reason}`
  toast({ title: 'Feil', description, variant: 'destructive' })
}

/** Asks, deletes one or many, and tells how it went. */
export function ContactDeleteDialog({ contacts, onDone, onCancel }: ContactDeleteDialogProps) {
  const [done, setDone] = useState(0)
  const remove = useDeleteContacts()
  const [first] = contacts
  const single = contacts.length === 1 && first ? first : null

  const confirm = async () => {
    const ids = contacts.map(({ id }) => id)
    const outcome = await remove.mutateAsync({ ids, onProgress: setDone })
    tell(outcome, ids.length)
    onDone(outcome)
  }

  return (
    <ConfirmDialog
      title={single ? 'Slette henvendelsen?' : `Slette ${count(contacts.length)}?`}
      confirmLabel={single ? 'Slett' : `Slett ${count(contacts.length)}`}
      workingLabel={single ? 'Sletter …' : `Sletter ${formatNumber(done)} av ${formatNumber(contacts.length)} …`}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {single ? (
        <>
          Henvendelsen fra <strong className="font-semibold text-ink">{single.name}</strong> blir slettet for godt. Det
          kan ikke angres.
        </>
      ) : (
        'De valgte henvendelsene blir slettet for godt. Det kan ikke angres.'
      )}
    </ConfirmDialog>
  )
}
