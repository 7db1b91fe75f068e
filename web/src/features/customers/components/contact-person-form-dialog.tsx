import { zodResolver } from '@hookform/resolvers/zod'
import { contactPersonLabels } from '@kontor/contract/customers/customers.rules'
import { contactPersonFormSchema } from '@kontor/contract/customers/customers.schema'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import {
  type ContactPerson,
  conflictingContactPerson,
  useCreateContactPerson,
  useUpdateContactPerson,
} from '../customers.api.ts'

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
  /** Omit it to create a new contact person. */
  readonly person?: ContactPerson
  readonly onSaved?: (person: ContactPerson) => void
  readonly onClose: () => void
}

export function ContactPersonFormDialog({ customerId, person, onSaved, onClose }: ContactPersonFormDialogProps) {
  const create = useCreateContactPerson()
  const update = useUpdateContactPerson()
  const form = useForm({ resolver: zodResolver(contactPersonFormSchema), defaultValues: valuesOf(person) })
  const { register, formState } = form
  const { errors, isDirty } = formState
  const { submit, conflict, notices } = useSaving({
    form,
    labels: contactPersonLabels,
    valuesOf,
    conflictIn: conflictingContactPerson,
    save: async (changes) => {
      const saved = await (person
        ? update.mutateAsync({ id: person.id, changes })
        : create.mutateAsync({ ...changes, customerId }))
      toast({
        title: person ? 'Kontaktperson oppdatert' : 'Kontaktperson opprettet',
        description: `${saved.firstName} ${saved.lastName}`,
      })
      onSaved?.(saved)
      onClose()
    },
    onFailure: (error) => {
      const what = person ? 'Kunne ikke oppdatere kontaktperson' : 'Kunne ikke opprette kontaktperson'
      toast({ title: 'Feil', description: `${what}: ${messageOf(error)}`, variant: 'destructive' })
    },
  })

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
        {notices}
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
