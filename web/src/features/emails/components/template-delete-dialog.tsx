import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { type EmailTemplate, useDeleteTemplate } from '../emails.api.ts'

export function TemplateDeleteDialog({ template, onClose }: { template: EmailTemplate; onClose: () => void }) {
  const remove = useDeleteTemplate()
  return (
    <DeleteDialog
      title="Slette malen?"
      remove={() => remove.mutateAsync(template.id)}
      deleted={{ title: 'Suksess', description: 'E-post mal er slettet.' }}
      failed="Kunne ikke slette e-post mal"
      onCancel={onClose}
    >
      Malen <strong className="font-semibold text-ink">{template.subject}</strong> blir slettet for godt. Det kan ikke
      angres.
      {template.isActive && ' Den er i bruk: etter dette får bekreftelsene den innebygde teksten.'}
    </DeleteDialog>
  )
}
