import { zodResolver } from '@hookform/resolvers/zod'
import { contactPersonLabels } from '@kontor/contract/customers/customers.rules'
import { contactPersonFormSchema } from '@kontor/contract/customers/customers.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConflictNotice } from '../../../ui/conflict-notice.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import {
  type ContactPerson,
  conflictingContactPerson,
  useCreateContactPerson,
  useUpdateContactPerson,
} from '../customers.api.ts'

type EditableField = keyof typeof contactPersonLabels

const fields = Object.keys(contactPersonLabels) as EditableField[]

const valuesOf = (person: ContactPerson | undefined) => ({
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  email: person?.email ?? '',
  telephone: person?.telephone ?? '',
  mobilePhone: person?.mobilePhone ?? '',
  note: person?.note ?? '',
  isActive: person?.isActive ?? true,
  version: person?.version,
})

interface ContactPersonFormDialogProps {
  readonly customerId: number
  /** Without one a new contact person is made. */
  readonly person?: ContactPerson
  readonly onSaved?: (person: ContactPerson) => void
  readonly onClose: () => void
}

/** Makes a contact person of a customer, or changes one. */
export function ContactPersonFormDialog({ customerId, person, onSaved, onClose }: ContactPersonFormDialogProps) {
  const create = useCreateContactPerson()
  const update = useUpdateContactPerson()
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<ContactPerson | null>(null)
  const form = useForm({ resolver: zodResolver(contactPersonFormSchema), defaultValues: valuesOf(person) })
  const { control, register, formState, setValue, setError } = form
  const { errors, isDirty } = formState

  const fail = (error: unknown) => {
    const current = conflictingContactPerson(error)
    setConflict(current)
    setProblem(current ? null : errorText(error))
    // From here on the change is made on top of what the other has saved, knowingly.
    if (current) setValue('version', current.version)
    showFieldErrors(error, fields, setError)
    const what = person ? 'Kunne ikke oppdatere kontaktperson' : 'Kunne ikke opprette kontaktperson'
    const message = error instanceof Error ? error.message : String(error)
    toast({ title: 'Feil', description: `${what}: ${message}`, variant: 'destructive' })
  }

  const submit = form.handleSubmit(async (changes) => {
    setProblem(null)
    try {
      const saved = await (person
        ? update.mutateAsync({ id: person.id, changes })
        : create.mutateAsync({ ...changes, customerId }))
      toast({
        title: person ? 'Kontaktperson oppdatert' : 'Kontaktperson opprettet',
        description: `${saved.firstName} ${saved.lastName}`,
      })
      onSaved?.(saved)
      onClose()
    } catch (error) {
      fail(error)
    }
  })

  const take = (stored: ContactPerson, taken: readonly EditableField[]) => {
    const values = valuesOf(stored)
    for (const field of taken) setValue(field, values[field], { shouldDirty: true, shouldValidate: true })
  }

  return (
    <FormDialog
      title={person ? 'Rediger kontaktperson' : 'Ny kontaktperson'}
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
            labels={contactPersonLabels}
            stored={valuesOf(conflict)}
            control={control}
            onTake={(taken) => take(conflict, taken)}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={contactPersonLabels.firstName} required error={errors.firstName?.message}>
            {(props) => <Input {...props} {...register('firstName')} autoComplete="off" />}
          </Field>
          <Field label={contactPersonLabels.lastName} required error={errors.lastName?.message}>
            {(props) => <Input {...props} {...register('lastName')} autoComplete="off" />}
          </Field>
        </div>
        <Field label={contactPersonLabels.email} required error={errors.email?.message}>
          {(props) => <Input {...props} {...register('email')} type="email" autoComplete="off" />}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={contactPersonLabels.telephone} error={errors.telephone?.message}>
            {(props) => <Input {...props} {...register('telephone')} type="tel" autoComplete="off" />}
          </Field>
          <Field label={contactPersonLabels.mobilePhone} error={errors.mobilePhone?.message}>
            {(props) => <Input {...props} {...register('mobilePhone')} type="tel" autoComplete="off" />}
          </Field>
        </div>
        <Field label={contactPersonLabels.note} error={errors.note?.message}>
          {(props) => <Textarea {...props} {...register('note')} rows={3} />}
        </Field>
        <div className="-ml-3 flex items-center text-sm">
          <Checkbox id="contact-person-active" {...register('isActive')} />
          <label htmlFor="contact-person-active">Aktiv kontaktperson</label>
        </div>
      </div>
    </FormDialog>
  )
}
