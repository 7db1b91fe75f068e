import { contactEvents } from '@kontor/contract/contacts/contacts.rules'
import type { ContactTimelineEntry } from '@kontor/contract/contacts/contacts.schema'
import { Timeline, type TimelineItem } from '../../../ui/base/timeline.tsx'
import { DeliveryBadge } from '../../emails/components/email-badges.tsx'

/** Removes "Sv:" and the like from a subject: the entry already says that it is an answer. */
const topicOf = (subject: string): string => subject.replace(/^(?:(?:sv|re)\s*:\s*)+/i, '')

const toItem = ({ id, kind, at, actor, subject, text, mail }: ContactTimelineEntry): TimelineItem => ({
  id,
  at,
  author: actor,
  title: (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{subject === null ? contactEvents[kind] : `${contactEvents[kind]}: ${topicOf(subject)}`}</span>
      {mail && <DeliveryBadge delivery={mail.delivery} />}
    </span>
  ),
  text: (text !== null || mail?.errorMessage) && (
    <>
      {text}
      {mail?.errorMessage && <p className="mt-1 text-danger">{mail.errorMessage}</p>}
    </>
  ),
})

/** Shows the history of an enquiry, newest first. */
export function ContactTimeline({ entries }: { entries: readonly ContactTimelineEntry[] }) {
  return <Timeline label="Historikk" items={entries.map(toItem)} />
}
