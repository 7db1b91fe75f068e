import { contactFields } from '@kontor/contract/contacts/contacts.fields'
import { Link } from 'react-router'
import { fieldSaving } from '../../../platform/field-saving.ts'
import { formatDayInWords, formatLongDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { type Fact, Facts } from '../../../ui/base/facts.tsx'
import { EntityField } from '../../../ui/record/entity-cells.tsx'
import { type FieldValue, RecordChoice } from '../../../ui/record/record-field.tsx'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Contact, type ContactRecord, conflictingContact, useUpdateContact } from '../contacts.api.ts'
import { subjectOptions } from './contact-edit-dialog.tsx'
import { useDeletion } from './use-deletion.ts'

type TextField = 'name' | 'email' | 'company'

/** Saves the fields of an enquiry one by one. */
const useContactSaving = (contact: Contact) => {
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

const languages = { no: 'Norsk', en: 'Engelsk' } as const

const linkTo = (address: string, related: { readonly id: number; readonly name: string }) => (
  <Link to={`${address}/${related.id}`} className="underline underline-offset-2">
    {related.name}
  </Link>
)

/** Shows the sender of an enquiry, whose details can be edited in place, and what else is known about the enquiry. */
export function ContactRecordFields({ contact }: { contact: ContactRecord }) {
  const { subject, language, createdAt, customer, lead } = contact
  const now = useNow()
  const deletion = useDeletion(contact)
  const saving = useContactSaving(contact)
  const facts: Fact[] = [
    { label: 'Mottatt', value: `${formatLongDateTime(createdAt)} (${formatRelative(createdAt, now)})` },
    { label: 'Språk', value: languages[language] },
    { label: 'Slettes', value: `${formatDayInWords(deletion.day)} (${deletion.inDays})` },
    ...(customer ? [{ label: 'Kunde', value: linkTo('/admin/kunder', customer) }] : []),
    ...(lead ? [{ label: 'Lead', value: linkTo('/leads', lead) }] : []),
  ]
  return (
    <>
      <RecordPart title="Avsender">
        <div data-beside className="flex flex-col gap-1">
          {(['name', 'email', 'company'] as const).map((field) => (
            <EntityField key={field} fields={contactFields} record={contact} name={field} onSave={saving.text(field)} />
          ))}
          <RecordChoice
            label={contactFields.subject.label}
            value={subject}
            options={subjectOptions(subject)}
            onSave={saving.subject}
          />
        </div>
      </RecordPart>
      <RecordPart title="Om henvendelsen">
        <Facts facts={facts} />
      </RecordPart>
    </>
  )
}
