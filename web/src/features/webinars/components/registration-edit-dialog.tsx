import { zodResolver } from '@hookform/resolvers/zod'
import { registrationUpdateSchema } from '@kontor/contract/webinars/webinars.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { conflictingRegistration, type Registration, useUpdateRegistration } from '../webinars.api.ts'

const labels = { name: 'Navn', email: 'E-post', company: 'Bedrift', phone: 'Telefon' } as const

type EditableField = keyof typeof labels

const fields = Object.keys(labels) as EditableField[]

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
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Registration | null>(null)
  const form = useForm({ resolver: zodResolver(registrationUpdateSchema), defaultValues: valuesOf(registration) })
  const { control, register, formState, setValue, setError } = form
  const { errors, isDirty } = formState

  const fail = (error: unknown) => {
    const current = conflictingRegistration(error)
    setConflict(current)
    setProblem(current ? null : errorText(error))
    // From here on the change is made on top of what the other has saved, knowingly.
    if (current) setValue('version', current.version)
    showFieldErrors(error, fields, setError)
    toast({ title: 'Feil', description: 'Kunne ikke oppdatere påmelding', variant: 'destructive' })
  }

  const submit = form.handleSubmit(async (changes) => {
    setProblem(null)
    try {
      await update.mutateAsync({ id: registration.id, changes })
      toast({ title: 'Suksess', description: 'Påmeldingen er oppdatert.' })
      onClose()
    } catch (error) {
      fail(error)
    }
  })

  const take = (stored: Registration, taken: readonly EditableField[]) => {
    const values = valuesOf(stored)
    for (const field of taken) setValue(field, values[field], { shouldDirty: true, shouldValidate: true })
  }

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
        {problem && <Notice>{problem}</Notice>}
        {conflict && (
          <ConflictNotice
            labels={labels}
            stored={valuesOf(conflict)}
            control={control}
            onTake={(taken) => take(conflict, taken)}
          />
        )}
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
