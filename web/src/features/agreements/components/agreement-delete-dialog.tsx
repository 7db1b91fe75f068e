import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { type Agreement, useDeleteAgreement } from '../agreements.api.ts'

export function AgreementDeleteDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const remove = useDeleteAgreement()
  return (
    <DeleteDialog
      title="Slette avtalen?"
      remove={() => remove.mutateAsync(agreement.id)}
      deleted={{ title: 'Avtale slettet', description: agreement.title }}
      failed={(reason) => `Kunne ikke slette avtale: ${reason}`}
      problem="Avtalen ble ikke slettet."
      onCancel={onClose}
    >
      <p>Er du sikker på at du vil slette avtalen "{agreement.title}"?</p>
      <p className="mt-2">
        {agreement.status === 'accepted'
          ? 'Avtalen er akseptert. Den forsvinner fra listen, men blir tatt vare på, slik bokføringsloven krever.'
          : 'Linjene, betingelsene og historikken følger med, og lenken kunden har fått, slutter å virke. Det kan ikke angres.'}
      </p>
    </DeleteDialog>
  )
}
