import { errorText } from '../../../platform/api-client.ts'
import { deleteMany } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { removeLead, useLeadsGone } from '../leads.api.ts'
import { countOfLeads } from './lead-cells.tsx'
import { failureText } from './lead-form-dialog.tsx'

interface LeadDeletionProps {
  readonly ids: readonly number[]
  /** Of a single one. */
  readonly name: string | undefined
  /** Which are left, and a sentence why; null when all are gone. */
  readonly onDone: (left: readonly number[], problem: string | null) => void
  readonly onCancel: () => void
}

/** Asks, deletes, and tells how it went. */
export function LeadDeletion({ ids, name, onDone, onCancel }: LeadDeletionProps) {
  const tellGone = useLeadsGone()

  const confirm = async () => {
    const { deleted, failed, error } = await deleteMany(ids, removeLead)
    if (deleted.size > 0) tellGone(deleted)
    if (failed.length === 0) {
      toast({ title: 'Lead slettet vellykket', description: name ?? countOfLeads(deleted.size) })
      return onDone([], null)
    }
    toast({ title: 'Feil', description: failureText(error, 'Kunne ikke slette lead'), variant: 'destructive' })
    const left = name ?? `${countOfLeads(failed.length)} av ${formatNumber(ids.length)}`
    onDone(failed, `${left} ble ikke slettet. ${errorText(error)}`)
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
