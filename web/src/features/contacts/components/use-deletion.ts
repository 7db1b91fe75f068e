import { enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import { addMonths, daysBetween, osloDay } from '@kontor/contract/shared/time'
import { counted } from '../../../platform/format.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import type { Contact } from '../contacts.api.ts'

const inDays = (days: number): string => (days <= 0 ? 'i natt' : `om ${counted(days, 'dag', 'dager')}`)

/** Returns the day on which an enquiry reaches its age limit, and the days left as a number and in words. A job deletes it at night. */
export const useDeletion = ({ createdAt }: Contact) => {
  const now = useNow()
  const day = addMonths(osloDay(createdAt), enquiryMonths)
  const days = daysBetween(osloDay(nowText(now)), day)
  return { day, days, inDays: inDays(days) }
}
