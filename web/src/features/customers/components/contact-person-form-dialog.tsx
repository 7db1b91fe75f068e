import { zodResolver } from '@hookform/resolvers/zod'
import { contactPersonFields } from '@kontor/contract/customers/customers.fields'
import { contactPersonFormSchema } from '@kontor/contract/customers/customers.schema'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import { keysOf } from '@kontor/contract/shared/fields'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { FormField, formValues } from '../../../ui/form/entity-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import {
  type ContactPerson,
  conflictingContactPerson,
  useCreateContactPerson,
  useUpdateContactPerson,
} from '../customers.api.ts'
import { nameOfPerson } from './person-name.ts'

const labels = labelsOf(contactPersonFields)

const { note, isActive, ...lines } = contactPersonFields

const valuesOf = (person: ContactPerson | undefined) => ({
  ...formValues(contactPersonFields, person),
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
    <SaveDialog
      saving={saving}
      creates={!person}
      title={person ? 'Rediger kontaktperson' : 'Ny kontaktperson'}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {keysOf(lines).map((name) => (
          <FormField
            key={name}
            form={form}
            fields={contactPersonFields}
            name={name}
            {...(name === 'email' && { className: 'sm:col-span-2' })}
          />
        ))}
      </div>
      <FormField form={form} fields={contactPersonFields} name="note" />
      <FormField form={form} fields={contactPersonFields} name="isActive" label="Aktiv kontaktperson" />
    </SaveDialog>
  )
}
