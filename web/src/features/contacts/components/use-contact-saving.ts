import { contactFields } from '@kontor/contract/contacts/contacts.fields'
import { fieldSaving } from '../../../platform/field-saving.ts'
import type { FieldValue } from '../../../ui/record/record-field.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Contact, conflictingContact, useUpdateContact } from '../contacts.api.ts'

type TextField = 'name' | 'email' | 'company'

/** Saves the fields of an enquiry one by one. */
export const useContactSaving = (contact: Contact) => {
  const update = useUpdateContact()
  const send = async (field: TextField | 'subject', value: FieldValue, version: number) => {
    await update.mutateAsync({ params: { id: contact.id }, body: { [field]: value ?? '', version } })
    toast({ title: 'Suksess', description: `${contactFields[field].label} er oppdatert.` })
  }
  const common = { entity: contact, conflictIn: conflictingContact, send }
  return {
    text: fieldSaving<Contact, TextField, FieldValue>({ ...common, readValue: (stored, field) => stored[field] }),
    subject: fieldSaving<Contact, 'subject', string>({ ...common, readValue: (stored) => stored.subject })('subject'),
  }
}
