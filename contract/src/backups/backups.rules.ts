import { addMonths, addOsloDays, daysBetween, osloDay, osloMoment, startOfOsloDay } from '../shared/time.ts'

/** The rules for how long backups are kept. */
export interface KeepRules {
  /** Days for which every backup is kept. */
  readonly daily: number
  /** Weeks for which the first backup of each week is kept. */
  readonly weekly: number
  /** Months for which the first backup of each month is kept. */
  readonly monthly: number
}

/** A scheduled backup is late if it is missing this many hours after its time. */
export const lateAfterHours = 3

/** Maximum number of backups that the office lists, newest first. */
export const shownBackups = 20

/** An arbitrary Monday. */
const monday = '2024-01-01'

/** Returns the number of a day's week, which starts on Monday. */
const weekOf = (day: string): number => Math.floor(daysBetween(monday, day) / 7)

/**
 * Returns the time until which each backup is kept, in the order of `startedAt`.
 * @param startedAt the backups' times, oldest first
 */
export const keepUntil = (startedAt: readonly string[], { daily, weekly, monthly }: KeepRules): string[] => {
  const weeks = new Set<number>()
  const months = new Set<string>()
  return startedAt.map((instant) => {
    const day = osloDay(instant)
    const ends = [addOsloDays(instant, daily)]
    if (!weeks.has(weekOf(day))) ends.push(addOsloDays(instant, weekly * 7))
    if (!months.has(day.slice(0, 7))) ends.push(startOfOsloDay(addMonths(day, monthly)))
    weeks.add(weekOf(day))
    months.add(day.slice(0, 7))
    return ends.sort().at(-1) ?? instant
  })
}

/** Returns when the last backup before `now` was due. @param at a time of day in Norway, `02:30` */
export const lastDueAt = (now: string, at: string): string => {
  const today = osloMoment(`${osloDay(now)}T${at}`)
  return today <= now ? today : osloMoment(`${osloDay(addOsloDays(now, -1))}T${at}`)
}

/** Returns when the next backup after `now` is due. */
export const nextDueAt = (now: string, at: string): string => {
  const today = osloMoment(`${osloDay(now)}T${at}`)
  return today > now ? today : osloMoment(`${osloDay(addOsloDays(now, 1))}T${at}`)
}
