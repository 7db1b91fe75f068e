import { counted, formatNumber } from '../../../platform/format.ts'
import type { Webinar } from '../webinars.api.ts'
import { recipientsOf } from './notify-offer.tsx'

const joined = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' · ')

const waitingPart = ({ waitingCount = 0 }: Webinar, text: string): string | null =>
  waitingCount === 0 ? null : `${formatNumber(waitingCount)} ${text}`

/** Counts the registrations that aren't cancelled, suspect ones included. */
const standingCount = ({ registrationCount, cancelledCount = 0 }: Webinar): number => registrationCount - cancelledCount

/** Returns the seats for a column: `12`, or `12/20 · 3 venter` if their number is limited. */
export const seatsText = (webinar: Webinar): string =>
  webinar.capacity === undefined
    ? formatNumber(standingCount(webinar))
    : joined(`${formatNumber(recipientsOf(webinar))}/${formatNumber(webinar.capacity)}`, waitingPart(webinar, 'venter'))

/** Returns the seats in words: `12 påmeldinger`, or `12 av 20 plasser · 3 venter`. */
export const seatsInWords = (webinar: Webinar): string => {
  const { capacity } = webinar
  const count = standingCount(webinar)
  if (capacity === undefined) return counted(count, 'påmelding', 'påmeldinger')
  const seats = `${formatNumber(recipientsOf(webinar))} av ${formatNumber(capacity)} plasser`
  return joined(seats, waitingPart(webinar, 'venter'))
}

/** Returns the taken seats (if limited), the waiting list and the cancellations in words; empty if there are none of these. */
export const registrationSummary = (webinar: Webinar): string => {
  const { capacity, cancelledCount = 0 } = webinar
  return joined(
    capacity === undefined ? null : `${formatNumber(recipientsOf(webinar))} av ${formatNumber(capacity)} plasser`,
    waitingPart(webinar, 'på venteliste'),
    cancelledCount === 0 ? null : `${formatNumber(cancelledCount)} avmeldt`,
  )
}
