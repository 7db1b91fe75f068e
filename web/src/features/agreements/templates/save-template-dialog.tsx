import { zodResolver } from '@hookform/resolvers/zod'
import { agreementTemplateCreateSchema } from '@kontor/contract/agreements/agreements.templates.schema'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { TextField } from '../../../ui/form/form-fields.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Agreement, useSaveTemplate } from '../agreements.api.ts'

const labels = { name: 'Navn på avtalemalen' } as const

/** Stores an agreement's texts, lines and conditions as a template. */
export function SaveTemplateDialog({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const store = useSaveTemplate()
  const form = useForm({
    resolver: zodResolver(agreementTemplateCreateSchema),
    defaultValues: { name: agreement.title, agreementId: agreement.id },
  })
  const saving = useSaving({
    form,
    labels,
    save: async (values) => {
      const template = await store.mutateAsync(values)
      toast({ title: 'Avtalemal lagret', description: template.name })
      onClose()
    },
    failed: (error) => `Kunne ikke lagre avtalemalen: ${messageOf(error)}`,
  })
  return (
    <SaveDialog
      saving={saving}
      title="Lagre som avtalemal"
      description="Tekster, linjer med priser, betingelser, språk og påminnelser. Kunden følger ikke med."
      onClose={onClose}
    >
      <TextField form={form} name="name" label={labels.name} required />
    </SaveDialog>
  )
}
