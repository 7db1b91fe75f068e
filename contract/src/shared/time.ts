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

const longDay = (locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

const hourMs = 3_600_000

/** What Norway's clocks were ahead of UTC in the hours that were asked for, so that a long list of moments is not asked for one by one. */
const offsets = new Map<number, number>()
const mostOffsets = 20_000

/** What Norway's clocks show at a moment, as if that were UTC; milliseconds since 1970. */
const wallClock = (moment: number): number => {
  // Clocks are changed on the hour.
  const hour = Math.floor(moment / hourMs)
  const known = offsets.get(hour)
  if (known !== undefined) return moment + known
  if (offsets.size >= mostOffsets) offsets.clear()
  const offset = readWallClock(moment) - moment
  offsets.set(hour, offset)
  return moment + offset
}

const readWallClock = (moment: number): number => {
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
  const moments = candidates(wall)
  const shown = moments.filter((moment) => wallClock(moment) === wall)
  return Math.min(...(shown.length > 0 ? shown : moments.slice(0, 1)))
}

/** The moments at which Norway's clocks would show `wall` by the time of the day before, and by that of the day after. */
const candidates = (wall: number): [number, number] => {
  const by = (moment: number): number => wall - (wallClock(moment) - moment)
  return [by(wall - dayMs), by(wall + dayMs)]
}

const milliseconds = (instant: string): number => {
  const moment = Date.parse(instant)
  if (Number.isNaN(moment)) throw new RangeError(`No moment: ${instant}`)
  return moment
}

/** The last moment of a Date (ECMA-262, "Time Values and Time Range"), in milliseconds. */
const lastMoment = 8.64e15

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
 * What Norway's clocks show at a moment: `2026-03-24T10:00:00`.
 * @throws RangeError when the text is no moment.
 */
export const osloWallTime = (instant: string): string => iso(wallClock(milliseconds(instant))).slice(0, 19)

/** The calendar day that a text means: a day as it is, a moment (ISO 8601) by its day in Norway; null when it is neither. */
export const calendarDay = (text: string): string | null => {
  if (dayPattern.test(text)) {
    const wall = Date.parse(`${text}T00:00:00.000Z`)
    // A day that no month has (30 February) is read as another one.
    return !Number.isNaN(wall) && isoDay(wall) === text ? text : null
  }
  const moment = Date.parse(text)
  // Near the ends of what a Date can hold, the day in Norway lies outside of it.
  return Math.abs(moment) < lastMoment - dayMs ? isoDay(wallClock(moment)) : null
}

/** Whether a calendar day lies in one of the years from `first` to `last`. */
export const isBetweenYears = (day: string, first: number, last: number): boolean => {
  const year = Number(/^(\d{4})-/.exec(day)?.[1])
  return year >= first && year <= last
}

/**
 * A moment as a `Date`, for libraries that want one.
 * @throws RangeError when the text is no moment.
 */
export const dateOf = (instant: string): Date => new Date(milliseconds(instant))

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

/**
 * The calendar day so many months later (or earlier); where that month is too short, its last day.
 * @throws RangeError when the text is no calendar day.
 */
export const addMonths = (day: string, months: number): string => {
  const from = new Date(midnight(day))
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return isoDay(Date.UTC(year, month, Math.min(from.getUTCDate(), lastOfMonth)))
}

/**
 * Calendar days from one to another; negative when the other is earlier.
 * @throws RangeError when a text is no calendar day.
 */
export const daysBetween = (from: string, to: string): number => (midnight(to) - midnight(from)) / dayMs

/**
 * The moment so many minutes later.
 * @throws RangeError when the text is no moment.
 */
export const addMinutes = (instant: string, minutes: number): string => iso(milliseconds(instant) + minutes * 60_000)

/**
 * What Norway's clocks show at a moment, `2026-03-24T10:00:00`; null in the two hours that the change back to winter time
 * gives the same name: the clock alone does not tell which of them is meant.
 * @throws RangeError when the text is no moment.
 */
export const osloClock = (instant: string): string | null => {
  const wall = wallClock(milliseconds(instant))
  const [first, second] = candidates(wall)
  const repeated = first !== second && wallClock(first) === wallClock(second)
  return repeated ? null : iso(wall).slice(0, 19)
}

const clockPattern = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/**
 * The moment at which Norway's clocks show `2026-03-24T10:00` (with or without seconds). A time that the change to summer
 * time skips counts as an hour later; of a time that the change back repeats, the first is meant.
 * @throws RangeError when the text is no time of a calendar day.
 */
export const osloMoment = (clock: string): string => {
  const [, day = '', hour = 0, minute = 0, second = 0] = clockPattern.exec(clock) ?? []
  return iso(momentOf(midnight(day) + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000))
}

const longDays = { no: longDay('nb-NO'), en: longDay('en-GB') }

/**
 * A calendar day in words: `torsdag 31. desember 2026`.
 * @throws RangeError when the text is no calendar day.
 */
export const longOsloDay = (day: string): string => longDays.no.format(momentOf(midnight(day)))

/**
 * A moment in words, by Norway's clocks: `tirsdag 24. mars 2026 kl. 10:00`, `Tuesday, 24 March 2026 at 10:00`.
 * @throws RangeError when the text is no moment.
 */
export const longOsloTime = (instant: string, language: 'no' | 'en'): string => {
  const moment = milliseconds(instant)
  const clock = iso(wallClock(moment)).slice(11, 16)
  return `${longDays[language].format(moment)} ${language === 'no' ? 'kl.' : 'at'} ${clock}`
}
