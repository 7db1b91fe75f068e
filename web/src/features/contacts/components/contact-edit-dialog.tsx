import { zodResolver } from '@hookform/resolvers/zod'
import { contactSubjectLabel, contactSubjects } from '@kontor/contract/contacts/contacts.rules'
import { contactUpdateSchema } from '@kontor/contract/contacts/contacts.schema'
import { useForm } from 'react-hook-form'
import { SelectField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type Contact, conflictingContact, useUpdateContact } from '../contacts.api.ts'
import { contactLabels } from './use-contact-saving.ts'

const valuesOf = ({ name, email, company, subject, message, version }: Contact) => ({
  name,
  email,
  company: company ?? '',
  subject,
  message,
  version,
})

/** The standard subjects, and the stored one if it differs. */
export const subjectOptions = (stored: string) =>
  [...new Set([...Object.keys(contactSubjects), stored])].map((value) => ({ value, label: contactSubjectLabel(value) }))

export function ContactEditDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const update = useUpdateContact()
  const form = useForm({ resolver: zodResolver(contactUpdateSchema), defaultValues: valuesOf(contact) })
  const saving = useSaving({
    form,
    labels: contactLabels,
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
        <TextField form={form} name="name" label={contactLabels.name} required />
        <TextField form={form} name="email" label={contactLabels.email} type="email" required />
        <TextField form={form} name="company" label={contactLabels.company} />
        <SelectField
          form={form}
          name="subject"
          label={contactLabels.subject}
          required
          options={subjectOptions(contact.subject)}
        />
      </div>
      <TextareaField form={form} name="message" label={contactLabels.message} rows={8} required />
    </SaveDialog>
  )
}
