import { zodResolver } from '@hookform/resolvers/zod'
import { registrationUpdateSchema } from '@kontor/contract/webinars/webinars.schema'
import { useForm } from 'react-hook-form'
import { TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingRegistration, type Registration, useUpdateRegistration } from '../webinars.api.ts'

const labels = { name: 'Navn', email: 'E-post', company: 'Bedrift', phone: 'Telefon' } as const

const valuesOf = ({ name, email, company, phone, version }: Registration) => ({
  name,
  email,
  company: company ?? '',
  phone: phone ?? '',
  version,
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
      <TextField form={form} name="name" label={labels.name} required />
      <TextField form={form} name="email" label={labels.email} type="email" required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="company" label={labels.company} />
        <TextField form={form} name="phone" label={labels.phone} type="tel" />
      </div>
    </SaveDialog>
  )
}
