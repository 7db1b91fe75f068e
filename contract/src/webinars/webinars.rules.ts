/** Constants of webinars, also used by the public site; free of dependencies, since the site's bundle has no zod. */

import { visitorLimits } from '../shared/public-form.ts'

/** Maximum lengths in a registration, in characters. */
export const registrationLimits = { ...visitorLimits, phone: 50 } as const

/** Duration of a webinar in calendar files, in minutes: only its start is stored. */
export const webinarMinutes = 60

/** Maximum lengths in a webinar, in characters. */
export const webinarLimits = { name: 200 } as const

/** Accepted years of a webinar, inclusive; others are typos. */
export const webinarYears = { first: 2000, last: 2099 } as const

/** States of a webinar, with the panel's labels. */
export const webinarStates = { active: 'Aktiv', inactive: 'Inaktiv', expired: 'Utløpt' } as const

export type WebinarState = keyof typeof webinarStates

/** A webinar that has started is expired, and also inactive if switched off. `now` is ISO 8601 in UTC. */
export const statesOfWebinar = (
  { date, isActive }: { date: string; isActive: boolean },
  now: string,
): WebinarState[] => {
  const expired = date < now
  if (isActive) return expired ? ['expired'] : ['active']
  return expired ? ['inactive', 'expired'] : ['inactive']
}
