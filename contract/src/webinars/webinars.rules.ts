/** Constants of webinars that the public site uses too; free of dependencies, since the site's bundle holds no zod. */

import { visitorLimits } from '../shared/public-form.ts'

/** Longest accepted texts of a registration, in characters. */
export const registrationLimits = { ...visitorLimits, phone: 50 } as const

/** How long a webinar is taken to last in calendars, in minutes: it is stored with a beginning only. */
export const webinarMinutes = 60
