import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Contact, useDeleteContacts } from '../contacts.api.ts'

interface ContactDeleteDialogProps {
  /** Never empty. */
  readonly contacts: readonly Contact[]
  readonly onDone: (outcome: DeleteOutcome) => void
  readonly onCancel: () => void
}

const enquiriesText = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'henvendelse' : 'henvendelser'}`

const showToast = ({ deleted, failed }: DeleteOutcome): void => {
  const single = deleted.size + failed.length === 1
  if (failed.length === 0) {
    const description = single ? 'Henvendelsen er slettet.' : `${enquiriesText(deleted.size)} er slettet.`
    toast({ title: 'Suksess', description })
  } else {
    const description = single ? 'Kunne ikke slette henvendelsen.' : 'Kunne ikke slette henvendelser'
    toast({ title: 'Feil', description, variant: 'destructive' })
  }
}

/** Stays on the screen after the toast has closed. */
export const failureText = ({ deleted, failed, error }: DeleteOutcome): string => {
  const total = deleted.size + failed.length
  const summary =
    total === 1
      ? 'Henvendelsen ble ikke slettet.'
      : `${formatNumber(deleted.size)} av ${enquiriesText(total)} er slettet, resten er fortsatt valgt.`
  return `${summary} ${errorText(error)}`
}

/** Asks before deleting one or many enquiries. */
export function ContactDeleteDialog({ contacts, onDone, onCancel }: ContactDeleteDialogProps) {
  const [done, setDone] = useState(0)
  const remove = useDeleteContacts()
  const [first] = contacts
  const single = contacts.length === 1 && first ? first : null

  const confirm = async () => {
    const ids = contacts.map(({ id }) => id)
    const outcome = await remove.mutateAsync({ ids, onProgress: setDone })
    showToast(outcome)
    onDone(outcome)
  }

  return (
    <ConfirmDialog
      title={single ? 'Slette henvendelsen?' : `Slette ${enquiriesText(contacts.length)}?`}
      confirmLabel={single ? 'Slett' : `Slett ${enquiriesText(contacts.length)}`}
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
