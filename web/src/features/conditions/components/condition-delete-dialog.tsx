import { formatNumber } from '../../../platform/format.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Condition, useDeleteCondition } from '../conditions.api.ts'

interface ConditionDeleteDialogProps {
  readonly condition: Condition
  /** Null on success, else the error. */
  readonly onDone: (error: unknown) => void
  readonly onCancel: () => void
}

export function ConditionDeleteDialog({ condition, onDone, onCancel }: ConditionDeleteDialogProps) {
  const remove = useDeleteCondition()
  const { id, name, usageCount } = condition

  const confirm = async () => {
    try {
      await remove.mutateAsync(id)
      toast({ title: 'Betingelse slettet', description: name })
      onDone(null)
    } catch (error) {
      toast({ title: 'Feil', description: 'Kunne ikke slette betingelse', variant: 'destructive' })
      onDone(error)
    }
  }

  return (
    <ConfirmDialog
      title="Slette betingelsen?"
      confirmLabel="Slett"
      workingLabel="Sletter …"
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>
        <strong className="font-semibold text-ink [overflow-wrap:anywhere]">{name}</strong> blir slettet for godt. Det
        kan ikke angres.
      </p>
      {usageCount > 0 && (
        <p className="mt-2">
          {usageCount === 1 ? 'Avtalen' : `De ${formatNumber(usageCount)} avtalene`} som bruker den, beholder teksten
          slik den er.
        </p>
      )}
    </ConfirmDialog>
  )
}
