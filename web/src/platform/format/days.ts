/**
 * Parses and formats days and times of day as users type them, and converts them to dates. A day is `YYYY-MM-DD`, a time of
 * day `HH:MM`, both without a zone.
 */

const longDay = new Intl.DateTimeFormat('nb-NO', { timeZone: 'UTC', dateStyle: 'full' })

const monthInWords = new Intl.DateTimeFormat('nb-NO', { timeZone: 'UTC', month: 'long', year: 'numeric' })

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns true if the text is a day that exists: `Date` parses 30 February as 2 March. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(msOf(text)) && dayAt(msOf(text)) === text

const padded = (text: string): string => text.padStart(2, '0')
/** `24.03.2026` */
export const formatDay = (day: string): string => day.split('-').reverse().join('.')

/** `tirsdag 24. mars 2026` */
export const formatLongDay = (day: string): string => longDay.format(msOf(day))

/** `mars 2026`; a month is `YYYY-MM`. */
export const formatMonth = (month: string): string => monthInWords.format(msOf(`${month}-01`))

/** `10:00`, `10.00`, `1000`, `930`, `10` or `kl. 10` as a time of day; null for anything else. */
export const parseClock = (text: string): string | null => {
  const [, hour = '', minute = ''] = /^(?:kl\.?\s*)?(\d{1,2})[:.]?(\d{2})?$/i.exec(text.trim()) ?? []
  const found = `${padded(hour)}:${minute || '00'}`
  return hour !== '' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(found) ? found : null
}

/** Returns the day's midnight in the browser's time zone, for the calendar. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00`)

/** Returns the day that a date has in the browser's time zone. */
export const dayOf = (date: Date): string => dayAt(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
