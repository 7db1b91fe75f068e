import { enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import { addMonths, daysBetween, osloDay } from '@kontor/contract/shared/time'
import { formatDayInWords, formatNumber } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { ClockIcon } from '../../../ui/icons.tsx'
import type { Contact } from '../contacts.api.ts'

/** Deletions within this many days are highlighted. */
const soonDays = 7

/** The calendar day in whose night an enquiry is deleted, and the days left from `now` (milliseconds since 1970). */
const deletionOf = ({ createdAt }: Contact, now: number): { day: string; days: number } => {
  const day = addMonths(osloDay(createdAt), enquiryMonths)
  return { day, days: daysBetween(osloDay(nowText(now)), day) }
}

const inDays = (days: number): string => {
  if (days <= 0) return 'i natt'
  return days === 1 ? 'om 1 dag' : `om ${formatNumber(days)} dager`
}

/** The date on which the retention period of an enquiry ends, with the days left. */
export const useDeletionText = (contact: Contact): string => {
  const { day, days } = deletionOf(contact, useNow())
  return `${formatDayInWords(day)} (${inDays(days)})`
}

/** The days left, for a column. */
export function DeletionCell({ contact }: { contact: Contact }) {
  const { day, days } = deletionOf(contact, useNow())
  const soon = days <= soonDays
  return (
    <time
      dateTime={day}
      title={`Slettes natt til ${formatDayInWords(day)}: henvendelser lagres i ${enquiryMonths} måneder`}
      className={soon ? 'inline-flex items-center gap-1.5 font-medium text-warning' : 'text-soft'}
    >
      {soon && <ClockIcon className="size-3.5 shrink-0" />}
      {inDays(days)}
    </time>
  )
}
