import { enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import { formatDayInWords } from '../../../platform/format.ts'
import { ClockIcon } from '../../../ui/icons.tsx'
import type { Contact } from '../contacts.api.ts'
import { useDeletion } from './use-deletion.ts'

/** Deletions within this many days are highlighted. */
const soonDays = 7

/** The days left, for a column. */
export function DeletionCell({ contact }: { contact: Contact }) {
  const { day, days, inDays } = useDeletion(contact)
  const soon = days <= soonDays
  return (
    <time
      dateTime={day}
      title={`Slettes natt til ${formatDayInWords(day)}: henvendelser lagres i ${enquiryMonths} måneder`}
      className={soon ? 'inline-flex items-center gap-1.5 font-medium text-warning' : 'text-soft'}
    >
      {soon && <ClockIcon className="size-3.5 shrink-0" />}
      {inDays}
    </time>
  )
}
