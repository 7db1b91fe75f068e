import { zodResolver } from '@hookform/resolvers/zod'
import { contactPersonLabels as labels } from '@kontor/contract/customers/customers.rules'
import { contactPersonFormSchema } from '@kontor/contract/customers/customers.schema'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { CheckboxField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import {
  type ContactPerson,
  conflictingContactPerson,
  useCreateContactPerson,
  useUpdateContactPerson,
} from '../customers.api.ts'
import { nameOfPerson } from './person-name.ts'

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
  readonly person?: ContactPerson | undefined
  readonly onSaved?: (person: ContactPerson) => void
  readonly onClose: () => void
}

export function ContactPersonFormDialog({ customerId, person, onSaved, onClose }: ContactPersonFormDialogProps) {
  const create = useCreateContactPerson()
  const update = useUpdateContactPerson()
  const form = useForm({ resolver: zodResolver(contactPersonFormSchema), defaultValues: valuesOf(person) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    conflictIn: conflictingContactPerson,
    save: async (changes) => {
      const saved = await (person
        ? update.mutateAsync({ params: { id: String(person.id) }, body: changes })
        : create.mutateAsync({ ...changes, customerId }))
      toast({
        title: person ? 'Kontaktperson oppdatert' : 'Kontaktperson opprettet',
        description: nameOfPerson(saved),
      })
      onSaved?.(saved)
      onClose()
    },
    failed: (error) =>
      `${person ? 'Kunne ikke oppdatere kontaktperson' : 'Kunne ikke opprette kontaktperson'}: ${messageOf(error)}`,
  })

  return (
    <SaveDialog saving={saving} title={person ? 'Rediger kontaktperson' : 'Ny kontaktperson'} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="firstName" label={labels.firstName} required />
        <TextField form={form} name="lastName" label={labels.lastName} required />
      </div>
      <TextField form={form} name="email" label={labels.email} type="email" required />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="telephone" label={labels.telephone} type="tel" />
        <TextField form={form} name="mobilePhone" label={labels.mobilePhone} type="tel" />
      </div>
      <TextareaField form={form} name="note" label={labels.note} rows={3} />
      <CheckboxField field={form.register('isActive')} label="Aktiv kontaktperson" />
    </SaveDialog>
  )
}
