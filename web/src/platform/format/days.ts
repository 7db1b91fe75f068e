/**
 * Parses and formats days and times of day as users type them, and does calendar arithmetic. A day is `YYYY-MM-DD`, a time of
 * day `HH:MM`, both without a zone.
 */

const dayMs = 24 * 60 * 60 * 1000
const locale = 'nb-NO'
const longDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'full' })
const monthAndYear = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' })

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whether the text is a day that exists: `Date` parses 30 February as 2 March. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(msOf(text)) && dayAt(msOf(text)) === text

const padded = (text: string): string => text.padStart(2, '0')
const fourDigits = (year: string): string => (year.length === 2 ? `20${year}` : year)

const dayPatterns = [
  /^(?<day>\d{1,2})[./\-\s]+(?<month>\d{1,2})[./\-\s]+(?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
]

/** `24.03.2026`, `24.3.26`, `24/3 2026`, `240326` or `2026-03-24` as a day; null for anything else. */
export const parseDay = (text: string): string | null => {
  const trimmed = text.trim()
  for (const pattern of dayPatterns) {
    const { year = '', month = '', day = '' } = pattern.exec(trimmed)?.groups ?? {}
    const found = `${fourDigits(year)}-${padded(month)}-${padded(day)}`
    if (isDay(found)) return found
  }
  return null
}

/** `24.03.2026` */
export const formatDay = (day: string): string => day.split('-').reverse().join('.')

/** `tirsdag 24. mars 2026` */
export const formatLongDay = (day: string): string => longDay.format(msOf(day))

/** `mars 2026` */
export const formatMonth = (day: string): string => monthAndYear.format(msOf(day))

/** `10:00`, `10.00`, `1000`, `930`, `10` or `kl. 10` as a time of day; null for anything else. */
export const parseClock = (text: string): string | null => {
  const [, hour = '', minute = ''] = /^(?:kl\.?\s*)?(\d{1,2})[:.]?(\d{2})?$/i.exec(text.trim()) ?? []
  const found = `${padded(hour)}:${minute || '00'}`
  return hour !== '' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(found) ? found : null
}

export const addDays = (day: string, days: number): string => dayAt(msOf(day) + days * dayMs)

/** The same day of another month, or its last day if that month is shorter. */
export const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth)))
}

/** 0 for Monday to 6 for Sunday. */
export const weekday = (day: string): number => (new Date(msOf(day)).getUTCDay() + 6) % 7

/** The ISO 8601 week number: that of the week's Thursday, counted from 1 January. */
export const weekNumber = (day: string): number => {
  const thursday = addDays(day, 3 - weekday(day))
  return Math.floor((msOf(thursday) - msOf(`${thursday.slice(0, 4)}-01-01`)) / (7 * dayMs)) + 1
}

/** The weeks of a day's month, Monday first, padded with days of the adjacent months. */
export const weeksOfMonth = (day: string): string[][] => {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekday(first))
  const weeks = Math.ceil((weekday(first) + Number(addDays(addMonths(first, 1), -1).slice(8))) / 7)
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (__, n) => addDays(start, week * 7 + n)))
}

/** Weekday names, Monday first. */
export const weekdays = Array.from({ length: 7 }, (_, n) => {
  const monday = msOf('2024-01-01')
  const name = (length: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: length }).format(monday + n * dayMs)
  return { short: name('short').slice(0, 2), long: name('long') }
})
