import type { Deps } from '../../platform/deps.ts'
import { remindRegistrants } from './webinars.news.service.ts'
import { releaseHeldSeats } from './webinars.seats.service.ts'

/** Every five minutes: a reminder, or a seat that is given up, is at most that late. */
const everyFiveMinutes = '*/5 * * * *'

/** Schedules the reminders of webinars, and the end of seats that are held. */
export const scheduleWebinarJobs = (deps: Deps): void => {
  deps.jobs.schedule('webinar-reminders', everyFiveMinutes, () => remindRegistrants(deps))
  deps.jobs.schedule('webinar-held-seats', everyFiveMinutes, () => releaseHeldSeats(deps))
}
