import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Agreement, useDeleteAgreement } from '../agreements.api.ts'

export function AgreementDeleteDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const remove = useDeleteAgreement()
  const [problem, setProblem] = useState<string | null>(null)
  const accepted = agreement.status === 'accepted'

  const confirm = async () => {
    setProblem(null)
    try {
      await remove.mutateAsync(agreement.id)
      toast({ title: 'Avtale slettet', description: agreement.title })
      onClose()
    } catch (error) {
      setProblem(`Avtalen ble ikke slettet. ${errorText(error)}`)
      toast({ title: 'Feil', description: `Kunne ikke slette avtale: ${errorText(error)}`, variant: 'destructive' })
    }
  }

  return (
    <ConfirmDialog
      title="Slette avtalen?"
      confirmLabel="Slett"
      workingLabel="Sletter …"
      onConfirm={confirm}
      onCancel={onClose}
    >
      {problem && (
        <div className="mb-3">
          <Notice>{problem}</Notice>
        </div>
      )}
      <p>Er du sikker på at du vil slette avtalen "{agreement.title}"?</p>
      <p className="mt-2">
        {accepted
          ? 'Avtalen er akseptert. Den forsvinner fra listen, men blir tatt vare på, slik bokføringsloven krever.'
          : 'Linjene, betingelsene og historikken følger med, og lenken kunden har fått, slutter å virke. Det kan ikke angres.'}
      </p>
    </ConfirmDialog>
  )
}
