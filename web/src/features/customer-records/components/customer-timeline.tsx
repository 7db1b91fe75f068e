import { agreementEvents, answerOutcomes, eventActors } from '@kontor/contract/agreements/agreements.rules'
import { contactStates, contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { emailDeliveries } from '@kontor/contract/emails/emails.rules'
import { callOutcomes } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { registrationStates } from '@kontor/contract/webinars/webinars.rules'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../../platform/format.ts'
import { Timeline, type TimelineItem } from '../../../ui/base/timeline.tsx'
import { RecordPart } from '../../../ui/record/record-sheet.tsx'
import type { CustomerRecord } from '../customer-records.api.ts'

const link = (to: string, text: ReactNode) => (
  <Link
    to={to}
    className="py-1 underline decoration-rule underline-offset-3 [overflow-wrap:anywhere] hover:decoration-ink"
  >
    {text}
  </Link>
)

const eventItem = (event: CustomerRecord['events'][number]): TimelineItem => {
  const { id, at, kind, actor, author, action, agreementId, reference, title, recipientName, recipientEmail } = event
  const recipient = recipientName || recipientEmail
  return {
    id: `agreement ${id}`,
    at,
    title: (
      <>
        {link(`/admin/avtaler/${agreementId}`, `${reference} ${title}`)}: {agreementEvents[kind].toLowerCase()}
        {action && `: ${answerOutcomes[action].toLowerCase()}`}
        {kind !== 'answered' && recipient && ` (${recipient})`}
      </>
    ),
    author: author ?? eventActors[actor],
  }
}

const enquiryItem = ({ id, createdAt, name, subject, message, state }: CustomerRecord['enquiries'][number]) => ({
  id: `enquiry ${id}`,
  at: createdAt,
  title: (
    <>
      Henvendelse: {link(`/admin/kontakter/${id}`, contactSubjectLabel(subject))} ({contactStates[state].toLowerCase()})
    </>
  ),
  author: name,
  text: message,
})

const registrationItem = (registration: CustomerRecord['registrations'][number]) => ({
  id: `registration ${registration.id}`,
  at: registration.createdAt,
  title: `Webinar: ${registration.webinar}, ${formatDateTime(registration.date)} (${registrationStates[registration.state].toLowerCase()})`,
  author: registration.name,
})

type Mail = CustomerRecord['mails'][number]

const mailItem = (
  { id, to, subject, delivery, relatedId, createdAt }: Mail,
  enquiries: CustomerRecord['enquiries'],
) => ({
  id: `mail ${id}`,
  at: createdAt,
  title: (
    <>
      E-post til {enquiries.some((one) => one.id === relatedId) ? link(`/admin/kontakter/${relatedId}`, to) : to}:{' '}
      {subject} ({emailDeliveries[delivery].toLowerCase()})
    </>
  ),
  author: null,
})

const leadItem = ({ id, company_name, created_at }: CustomerRecord['leads'][number]) => ({
  id: `lead ${id}`,
  at: created_at,
  title: <>Lead: {link(`/leads/${id}`, company_name)}</>,
  author: null,
})

const entryItem = (entry: CustomerRecord['leadEntries'][number]) => ({
  id: `entry ${entry.id}`,
  at: entry.at,
  title: (
    <>
      {entry.outcome ? `Samtale: ${callOutcomes[entry.outcome]}` : 'Notat'} · fra leadet{' '}
      {link(`/leads/${entry.leadId}`, entry.company_name)}
    </>
  ),
  author: entry.author,
  text: entry.text,
  isEdited: entry.isEdited,
})

const itemsOf = ({
  customer,
  createdBy,
  events,
  enquiries,
  registrations,
  mails,
  leads,
  leadEntries,
}: CustomerRecord): TimelineItem[] =>
  [
    { id: 'created', at: customer.createdAt, title: 'Kunden ble opprettet', author: createdBy },
    ...events.map(eventItem),
    ...enquiries.map(enquiryItem),
    ...registrations.map(registrationItem),
    // Leaves out mails of agreements, since the agreements' own entries say when they were sent.
    ...mails.filter(({ type }) => type !== 'agreement').map((mail) => mailItem(mail, enquiries)),
    ...leads.map(leadItem),
    ...leadEntries.map(entryItem),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1))

/** Shows the history of a customer, newest first. */
export function CustomerTimeline({ record }: { record: CustomerRecord }) {
  return (
    <RecordPart title="Historikk">
      <Timeline label="Historikk" items={itemsOf(record)} />
    </RecordPart>
  )
}
