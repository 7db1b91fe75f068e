/** Constants of webinars. The public site uses them, too, so this file imports no zod, which the site's bundle leaves out. */

import { visitorLimits } from '../shared/public-form.ts'

/** Maximum lengths in a registration, in characters. */
export const registrationLimits = { ...visitorLimits, phone: 50 } as const

/** Minutes that calendar files give for a webinar without a duration. */
export const webinarMinutes = 60

/** Maximum lengths in a webinar, in characters. */
export const webinarLimits = { name: 200, joinLink: 1000, description: 2000 } as const

/** Accepted durations in minutes, inclusive. */
export const webinarDurations = { shortest: 5, longest: 720 } as const

/** Highest accepted number of seats. */
export const maxWebinarCapacity = 100_000

/** Languages in which a webinar is held, with the panel's labels. */
export const webinarLanguages = { no: 'Norsk', en: 'Engelsk' } as const

/** Hours before a webinar's start when its registrants get a reminder. */
export const webinarReminderHours = 24

/** Minutes within which a visitor must confirm a registration by the link in the mail, if few seats were left. */
export const heldSeatMinutes = 60

/** Returns true if at most a fifth of the seats, rounded up, are free. */
export const areFewLeft = (capacity: number, free: number): boolean => free <= Math.ceil(capacity / 5)

/** States of a registration, with the panel's labels. Only a registration in the state `registered` has a seat. */
export const registrationStates = { registered: 'Påmeldt', waiting: 'Venteliste', cancelled: 'Avmeldt' } as const

export type RegistrationState = keyof typeof registrationStates

/** Accepted years of a webinar, inclusive; other years are typos. */
export const webinarYears = { first: 2000, last: 2099 } as const

/** States of a webinar, with the panel's labels. */
export const webinarStates = { active: 'Aktiv', inactive: 'Inaktiv', expired: 'Utløpt' } as const

export type WebinarState = keyof typeof webinarStates

/** Returns a webinar's states: expired once it has started, inactive if switched off, else active. `now` is ISO 8601 in UTC. */
export const statesOfWebinar = (
  { date, isActive }: { date: string; isActive: boolean },
  now: string,
): WebinarState[] => {
  const expired = date < now
  if (isActive) return expired ? ['expired'] : ['active']
  return expired ? ['inactive', 'expired'] : ['inactive']
}
