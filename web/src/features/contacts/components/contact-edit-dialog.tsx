import { zodResolver } from '@hookform/resolvers/zod'
import { contactFields } from '@kontor/contract/contacts/contacts.fields'
import { contactSubjectLabel, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { contactUpdateSchema } from '@kontor/contract/contacts/contacts.schema'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import { useForm } from 'react-hook-form'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { FormField, formValues } from '../../../ui/form/entity-form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Contact, conflictingContact, useUpdateContact } from '../contacts.api.ts'

const labels = labelsOf(contactFields)

const valuesOf = (contact: Contact) => ({ ...formValues(contactFields, contact), version: contact.version })

/** Returns options for the standard subjects, and for the stored subject if it isn't a standard one. */
export const subjectOptions = (stored: string) =>
  [...new Set([...Object.keys(contactSubjects), stored])].map((value) => ({ value, label: contactSubjectLabel(value) }))

export function ContactEditDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const update = useUpdateContact()
  const form = useForm({ resolver: zodResolver(contactUpdateSchema), defaultValues: valuesOf(contact) })
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    textOf: (field, value) => (field === 'subject' ? contactSubjectLabel(String(value)) : undefined),
    conflictIn: conflictingContact,
    save: async (changes) => {
      await update.mutateAsync({ params: { id: contact.id }, body: changes })
      toast({ title: 'Suksess', description: 'Henvendelsen er oppdatert.' })
      onClose()
    },
    failed: 'Kunne ikke oppdatere henvendelsen.',
  })

  return (
    <SaveDialog saving={saving} title="Rediger henvendelse" onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} fields={contactFields} name="name" />
        <FormField form={form} fields={contactFields} name="email" />
        <FormField form={form} fields={contactFields} name="company" />
        <SelectField
          form={form}
          name="subject"
          label={labels.subject}
          required
          options={subjectOptions(contact.subject)}
        />
      </div>
      <FormField form={form} fields={contactFields} name="message" rows={8} />
    </SaveDialog>
  )
}
