import { zodResolver } from '@hookform/resolvers/zod'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import { registrationFields } from '@kontor/contract/webinars/webinars.fields'
import { registrationUpdateSchema } from '@kontor/contract/webinars/webinars.schema'
import { useForm } from 'react-hook-form'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { FormField, formValues } from '../../../ui/form/entity-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { conflictingRegistration, type Registration, useUpdateRegistration } from '../webinars.api.ts'

const labels = labelsOf(registrationFields)

const valuesOf = (registration: Registration) => ({
  ...formValues(registrationFields, registration),
  version: registration.version,
})

interface RegistrationEditDialogProps {
  readonly registration: Registration
  readonly onClose: () => void
}

export function RegistrationEditDialog({ registration, onClose }: RegistrationEditDialogProps) {
  const update = useUpdateRegistration()
  const form = useForm({ resolver: zodResolver(registrationUpdateSchema), defaultValues: valuesOf(registration) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    conflictIn: conflictingRegistration,
    save: async (body) => {
      await update.mutateAsync({ params: { id: registration.id }, body })
      toast({ title: 'Suksess', description: 'Påmeldingen er oppdatert.' })
      onClose()
    },
    failed: 'Kunne ikke oppdatere påmelding',
  })

  return (
    <SaveDialog saving={saving} title="Rediger påmelding" onClose={onClose}>
      <FormField form={form} fields={registrationFields} name="name" />
      <FormField form={form} fields={registrationFields} name="email" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} fields={registrationFields} name="company" />
        <FormField form={form} fields={registrationFields} name="phone" />
      </div>
    </SaveDialog>
  )
}
