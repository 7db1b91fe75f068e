/**
 * Moments are ISO 8601 texts in UTC (`2026-03-24T09:00:00.000Z`), calendar days are `YYYY-MM-DD` and mean Norway's
 * (Europe/Oslo, with summer time). Free of dependencies.
 */

const zone = 'Europe/Oslo'
const dayMs = 24 * 60 * 60 * 1000

const osloParts = new Intl.DateTimeFormat('en-US', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** What Norway's clocks show at a moment, as if that were UTC; milliseconds since 1970. */
const wallClock = (moment: number): number => {
  const parts = Object.fromEntries(osloParts.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const milliseconds = ((moment % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
}

/**
 * The moment at which Norway's clocks show `wall`. A time that the change to summer time skips counts as an hour later;
 * of a time that the change back repeats, the first is meant.
 */
const momentOf = (wall: number): number => {
  const offsets = [wall - dayMs, wall + dayMs].map((moment) => wallClock(moment) - moment)
  const moments = offsets.map((offset) => wall - offset)
  const shown = moments.filter((moment) => wallClock(moment) === wall)
  return Math.min(...(shown.length > 0 ? shown : moments.slice(0, 1)))
}

const milliseconds = (instant: string): number => {
  const moment = Date.parse(instant)
  if (Number.isNaN(moment)) throw new RangeError(`No moment: ${instant}`)
  return moment
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Midnight of a calendar day as if Norway's clocks were UTC. */
const midnight = (day: string): number => {
  const wall = dayPattern.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN
  if (Number.isNaN(wall) || isoDay(wall) !== day) throw new RangeError(`No calendar day: ${day}`)
  return wall
}

const isoDay = (wall: number): string => new Date(wall).toISOString().slice(0, 10)
const iso = (moment: number): string => new Date(moment).toISOString()

/**
 * The calendar day in Norway of a moment.
 * @throws RangeError when the text is no moment.
 */
export const osloDay = (instant: string): string => isoDay(wallClock(milliseconds(instant)))

/**
 * The first moment of a calendar day in Norway.
 * @throws RangeError when the text is no calendar day.
 */
export const startOfOsloDay = (day: string): string => iso(momentOf(midnight(day)))

/**
 * The moment at which a calendar day in Norway is over: the first of the next one. What is valid until a day is valid before this.
 * @throws RangeError when the text is no calendar day.
 */
export const endOfOsloDay = (day: string): string => iso(momentOf(midnight(day) + dayMs))

/**
 * The same time of day in Norway, `days` calendar days later (or earlier): 10:00 stays 10:00 over a change to summer time.
 * A time that does not exist on that day counts as an hour later.
 * @throws RangeError when the text is no moment.
 */
export const addOsloDays = (instant: string, days: number): string =>
  iso(momentOf(wallClock(milliseconds(instant)) + days * dayMs))
