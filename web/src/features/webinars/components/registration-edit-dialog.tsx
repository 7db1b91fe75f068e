import { zodResolver } from '@hookform/resolvers/zod'
import { registrationUpdateSchema } from '@kontor/contract/webinars/webinars.schema'
import { useForm } from 'react-hook-form'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
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
  const { register, formState } = form
  const { errors, isDirty } = formState
  const { submit, conflict, notices } = useSaving({
    form,
    labels,
    valuesOf,
    conflictIn: conflictingRegistration,
    save: async (changes) => {
      await update.mutateAsync({ id: registration.id, changes })
      toast({ title: 'Suksess', description: 'Påmeldingen er oppdatert.' })
      onClose()
    },
    onFailure: () => toast({ title: 'Feil', description: 'Kunne ikke oppdatere påmelding', variant: 'destructive' }),
  })

  return (
    <FormDialog
      title="Rediger påmelding"
      dirty={isDirty}
      submitLabel={conflict ? 'Lagre likevel' : 'Lagre'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {notices}
        <Field label="Navn" required error={errors.name?.message}>
          {(props) => <Input {...props} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label="E-post" required error={errors.email?.message}>
          {(props) => <Input {...props} {...register('email')} type="email" autoComplete="off" />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Bedrift" error={errors.company?.message}>
            {(props) => <Input {...props} {...register('company')} autoComplete="off" />}
          </Field>
          <Field label="Telefon" error={errors.phone?.message}>
            {(props) => <Input {...props} {...register('phone')} type="tel" autoComplete="off" />}
          </Field>
        </div>
      </div>
    </FormDialog>
  )
}
