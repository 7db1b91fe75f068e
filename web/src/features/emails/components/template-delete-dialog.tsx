import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { type EmailTemplate, useDeleteTemplate } from '../emails.api.ts'

export function TemplateDeleteDialog({ template, onClose }: { template: EmailTemplate; onClose: () => void }) {
  const remove = useDeleteTemplate()
  const [problem, setProblem] = useState<string | null>(null)

  const confirm = async () => {
    setProblem(null)
    try {
      await remove.mutateAsync(template.id)
      toast({ title: 'Suksess', description: 'E-post mal er slettet.' })
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      toastFailure('Kunne ikke slette e-post mal')
    }
  }

  return (
    <ConfirmDialog
      title="Slette malen?"
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
      Malen <strong className="font-semibold text-ink">{template.subject}</strong> blir slettet for godt. Det kan ikke
      angres.
      {template.isActive && ' Den er i bruk: etter dette får bekreftelsene den innebygde teksten.'}
    </ConfirmDialog>
  )
}
