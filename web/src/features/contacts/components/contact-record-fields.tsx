import { contactLimits } from '@kontor/contract/contacts/contacts.rules'
import { Link } from 'react-router'
import { formatDayInWords, formatLongDateTime, formatRelative } from '../../../platform/format.ts'
import { useNow } from '../../../platform/now.ts'
import { MailLink } from '../../../ui/address-links.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { RecordChoice, RecordField } from '../../../ui/record-field.tsx'
import { RecordPart } from '../../../ui/record-sheet.tsx'
import type { ContactRecord } from '../contacts.api.ts'
import { subjectOptions } from './contact-edit-dialog.tsx'
import { contactLabels, useContactSaving } from './use-contact-saving.ts'
import { useDeletion } from './use-deletion.ts'

const languages = { no: 'Norsk', en: 'Engelsk' } as const

const linkTo = (address: string, related: { readonly id: number; readonly name: string }) => (
  <Link to={`${address}/${related.id}`} className="underline underline-offset-2">
    {related.name}
  </Link>
)

/** Who sent an enquiry, edited in place, and what is known about it. */
export function ContactRecordFields({ contact }: { contact: ContactRecord }) {
  const { name, email, company, subject, language, createdAt, customer, lead } = contact
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
        <div className="flex flex-col gap-2">
          <RecordField
            label={contactLabels.name}
            value={name}
            maxLength={contactLimits.name}
            required
            onSave={saving.text('name')}
          />
          <RecordField
            label={contactLabels.email}
            value={email}
            inputType="email"
            maxLength={contactLimits.email}
            required
            link={<MailLink email={email} />}
            onSave={saving.text('email')}
          />
          <RecordField
            label={contactLabels.company}
            value={company}
            maxLength={contactLimits.company}
            onSave={saving.text('company')}
          />
          <RecordChoice
            label={contactLabels.subject}
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
