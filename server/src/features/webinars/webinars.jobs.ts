import type { Deps } from '../../platform/deps.ts'
import { remindRegistrants } from './webinars.news.service.ts'
import { releaseHeldSeats } from './webinars.seats.service.ts'

/** Runs every five minutes, so reminders and the release of held seats are at most that late. */
const everyFiveMinutes = '*/5 * * * *'

/** Schedules the reminders of webinars, and the release of held seats. */
export const scheduleWebinarJobs = (deps: Deps): void => {
  deps.jobs.schedule('webinar-reminders', everyFiveMinutes, () => remindRegistrants(deps))
  deps.jobs.schedule('webinar-held-seats', everyFiveMinutes, () => releaseHeldSeats(deps))
}
