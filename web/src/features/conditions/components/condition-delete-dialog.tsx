import { formatNumber } from '../../../platform/format.ts'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { type Condition, useDeleteCondition } from '../conditions.api.ts'

interface ConditionDeleteDialogProps {
  readonly condition: Condition
  /** Gets the message to show after a failure, else null. */
  readonly onDone: (problem: string | null) => void
  readonly onCancel: () => void
}

export function ConditionDeleteDialog({ condition, ...dialog }: ConditionDeleteDialogProps) {
  const deletion = useDeleteCondition()
  const { id, name, usageCount } = condition
  return (
    <DeleteDialog
      {...dialog}
      title="Slette betingelsen?"
      remove={() => deletion.mutateAsync(id)}
      deleted={{ title: 'Betingelse slettet', description: name }}
      failed="Kunne ikke slette betingelse"
      problem="Betingelsen ble ikke slettet."
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
    </DeleteDialog>
  )
}
