import type { Deps } from '../../platform/deps.ts'
import { remindRegistrants } from './webinars.news.service.ts'

/** Every five minutes: a reminder is at most that late. */
const reminderTimes = '*/5 * * * *'

/** Schedules the reminders of webinars. */
export const scheduleReminders = (deps: Deps): void =>
  deps.jobs.schedule('webinar-reminders', reminderTimes, () => remindRegistrants(deps))
