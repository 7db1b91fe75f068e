/**
 * Moments are ISO 8601 strings in UTC (`2026-03-24T09:00:00.000Z`); calendar days are `YYYY-MM-DD` in Norway
 * (Europe/Oslo, with summer time). Unless their comments say otherwise, functions throw a RangeError for other texts.
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

const longDay = (locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const hourMs = 3_600_000

/** Caches Norway's UTC offset by hour, to format long lists of moments fast. */
const offsetCache = new Map<number, number>()
const maxCachedOffsets = 20_000

/** Returns the Norwegian clock time at a moment as if it were UTC, in milliseconds since 1970. */
const wallClock = (moment: number): number => {
  // Clocks change on the hour, so the offset is the same during an hour.
  const hour = Math.floor(moment / hourMs)
  const cached = offsetCache.get(hour)
  if (cached !== undefined) return moment + cached
  if (offsetCache.size >= maxCachedOffsets) offsetCache.clear()
  const offset = readWallClock(moment) - moment
  offsetCache.set(hour, offset)
  return moment + offset
}

const readWallClock = (moment: number): number => {
  const parts = Object.fromEntries(osloParts.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const milliseconds = ((moment % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
}

/** Returns the moment when Norway's clocks show `wall`. A skipped time counts as an hour later; a repeated time means its first moment. */
const momentOf = (wall: number): number => {
  const moments = candidates(wall)
  const matching = moments.filter((moment) => wallClock(moment) === wall)
  return Math.min(...(matching.length > 0 ? matching : moments.slice(0, 1)))
}

/** Returns the moments for `wall` by the UTC offsets of the day before and of the day after. They differ on days when clocks change. */
const candidates = (wall: number): [number, number] => {
  const atOffsetOf = (moment: number): number => wall - (wallClock(moment) - moment)
  return [atOffsetOf(wall - dayMs), atOffsetOf(wall + dayMs)]
}

const milliseconds = (instant: string): number => {
  const moment = Date.parse(instant)
  if (Number.isNaN(moment)) throw new RangeError(`No moment: ${instant}`)
  return moment
}

/** The first moment whose day in Norway can be computed. */
const firstMoment = Date.parse('0100-01-02T00:00:00.000Z')

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Returns midnight of a calendar day as if it were UTC, in milliseconds since 1970. */
const midnight = (day: string): number => {
  const wall = dayPattern.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN
  if (Number.isNaN(wall) || isoDay(wall) !== day) throw new RangeError(`No calendar day: ${day}`)
  return wall
}

const isoDay = (wall: number): string => new Date(wall).toISOString().slice(0, 10)
const iso = (moment: number): string => new Date(moment).toISOString()

/** Returns the calendar day in Norway at a moment. */
export const osloDay = (instant: string): string => isoDay(wallClock(milliseconds(instant)))

/** Returns the Norwegian clock time at a moment: `2026-03-24T10:00:00`. */
export const osloWallTime = (instant: string): string => iso(wallClock(milliseconds(instant))).slice(0, 19)

/** Matches a moment with its zone, in ISO 8601 or as databases and programs write it. */
const momentPattern =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:(Z|UTC|GMT)|([+-]\d{2})(?::?(\d{2}))?)(?:\[[\w/]{1,40}\])?$/i

/** Returns true for a moment with its zone. Its day in Norway may differ from the day in the text. */
export const hasZone = (text: string): boolean => momentPattern.test(text)

/** Returns a calendar day unchanged, and for a moment with its zone its day in Norway; null for other texts. */
export const calendarDay = (text: string): string | null => {
  if (dayPattern.test(text)) {
    const wall = Date.parse(`${text}T00:00:00.000Z`)
    // Compares the result, since Date.parse() reads 30 February as 2 March.
    return !Number.isNaN(wall) && isoDay(wall) === text ? text : null
  }
  const [, day, clock, utc, hours = '', minutes = '00'] = momentPattern.exec(text) ?? []
  if (day === undefined || calendarDay(day) === null) return null
  const moment = Date.parse(`${day}T${clock}${utc ? 'Z' : `${hours}:${minutes}`}`)
  // Rejects moments before `firstMoment`: the formatter has no years before 1, and Date.UTC() reads years below 100 as 19xx.
  return moment >= firstMoment ? isoDay(wallClock(moment)) : null
}

/** Returns true if a calendar day is within the years `first` to `last`, inclusive. */
export const isBetweenYears = (day: string, first: number, last: number): boolean => {
  const year = Number(/^(\d{4})-/.exec(day)?.[1])
  return year >= first && year <= last
}

/** Converts a moment to a `Date`, for libraries that need one. */
export const dateOf = (instant: string): Date => new Date(milliseconds(instant))

/** Returns the first moment of a calendar day in Norway. */
export const startOfOsloDay = (day: string): string => iso(momentOf(midnight(day)))

/** Returns the moment `days` calendar days later at the same time of day in Norway. A time that the clocks skip counts as an hour later. */
export const addOsloDays = (instant: string, days: number): string =>
  iso(momentOf(wallClock(milliseconds(instant)) + days * dayMs))

/** Returns the same day `months` later (earlier if negative), or the last day of that month if the month is too short. */
export const addMonths = (day: string, months: number): string => {
  const from = new Date(midnight(day))
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return isoDay(Date.UTC(year, month, Math.min(from.getUTCDate(), lastOfMonth)))
}

/** Returns the number of calendar days between two days; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (midnight(to) - midnight(from)) / dayMs

export const addMinutes = (instant: string, minutes: number): string => iso(milliseconds(instant) + minutes * 60_000)

/** Returns the Norwegian clock time at a moment; null in the ambiguous hour that clocks repeat at the end of summer time. */
export const osloClock = (instant: string): string | null => {
  const wall = wallClock(milliseconds(instant))
  const [first, second] = candidates(wall)
  const repeated = first !== second && wallClock(first) === wallClock(second)
  return repeated ? null : iso(wall).slice(0, 19)
}

const clockPattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/** Returns the moment of `2026-03-24T10:00` (seconds optional). A skipped time is read an hour later; a repeated time means its first moment. */
export const osloMoment = (clock: string): string => {
  const [, day = '', hour = 0, minute = 0, second = 0] = clockPattern.exec(clock) ?? []
  return iso(momentOf(midnight(day) + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000))
}

const longDays = { no: longDay('nb-NO'), en: longDay('en-GB') }

/** Formats a calendar day in words: `torsdag 31. desember 2026`, `Thursday, 31 December 2026`. */
export const longOsloDay = (day: string, language: 'no' | 'en' = 'no'): string =>
  longDays[language].format(momentOf(midnight(day)))

/** Formats a moment in words: `tirsdag 24. mars 2026 kl. 10:00`, `Tuesday, 24 March 2026 at 10:00`. */
export const longOsloTime = (instant: string, language: 'no' | 'en'): string => {
  const moment = milliseconds(instant)
  const clock = iso(wallClock(moment)).slice(11, 16)
  return `${longDays[language].format(moment)} ${language === 'no' ? 'kl.' : 'at'} ${clock}`
}
