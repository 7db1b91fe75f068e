import { errorText } from '../../../platform/api-client.ts'
import { deleteMany } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { removeLead, useForgetDeletedLeads } from '../leads.api.ts'
import { countOfLeads } from './lead-cells.tsx'
import { failureText } from './lead-form-dialog.tsx'

interface LeadDeletionProps {
  readonly ids: readonly number[]
  /** Set for a single lead. */
  readonly name: string | undefined
  /** Gets the leads that were not deleted and the error message; null if all were deleted. */
  readonly onDone: (remaining: readonly number[], problem: string | null) => void
  readonly onCancel: () => void
}

/** Asks for confirmation, deletes and shows the outcome. */
export function LeadDeletion({ ids, name, onDone, onCancel }: LeadDeletionProps) {
  const forgetDeleted = useForgetDeletedLeads()

  const confirm = async () => {
    const { deleted, failed, error } = await deleteMany(ids, removeLead)
    if (deleted.size > 0) forgetDeleted(deleted)
    if (failed.length === 0) {
      toast({ title: 'Lead slettet vellykket', description: name ?? countOfLeads(deleted.size) })
      return onDone([], null)
    }
    toastFailure(failureText(error, 'Kunne ikke slette lead'))
    const notDeleted = name ?? `${countOfLeads(failed.length)} av ${formatNumber(ids.length)}`
    onDone(failed, `${notDeleted} ble ikke slettet. ${errorText(error)}`)
  }

  return (
    <ConfirmDialog
      title={`Er du sikker på at du vil slette ${formatNumber(ids.length)} lead(s)?`}
      confirmLabel="Slett"
      workingLabel="Sletter …"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {name && <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{name}. </strong>}
      Statushistorikken slettes også. Det kan ikke angres.
    </ConfirmDialog>
  )
}
