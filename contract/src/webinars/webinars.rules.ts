/** Constants of webinars that the public site uses too; free of dependencies, since the site's bundle holds no zod. */

import { visitorLimits } from '../shared/public-form.ts'

/** Longest accepted texts of a registration, in characters. */
export const registrationLimits = { ...visitorLimits, phone: 50 } as const

/** How long a webinar is taken to last in calendars, in minutes: it is stored with a beginning only. */
export const webinarMinutes = 60

/** Longest accepted name of a webinar, in characters. */
export const webinarLimits = { name: 200 } as const

/** The years that a webinar may lie in, both included: others are slips of the keyboard. */
export const webinarYears = { first: 2000, last: 2099 } as const

/** How a webinar stands, with the words that the panel shows. */
export const webinarStates = { active: 'Aktiv', inactive: 'Inaktiv', expired: 'Utløpt' } as const

export type WebinarState = keyof typeof webinarStates

/**
 * Active when it is and its beginning is not past; inactive when it is not; expired when its beginning is past, whichever of
 * the two it is. `now` is an ISO 8601 text in UTC.
 */
export const statesOfWebinar = (
  { date, isActive }: { date: string; isActive: boolean },
  now: string,
): WebinarState[] => {
  const expired = date < now
  if (isActive) return expired ? ['expired'] : ['active']
  return expired ? ['inactive', 'expired'] : ['inactive']
}
