/** All of the office's Norwegian formatting of dates and numbers. Instants are ISO 8601 in UTC and are shown in Oslo time. */

import { osloDay } from '@kontor/contract/shared/time'

const locale = 'nb-NO'
const timeZone = 'Europe/Oslo'

const dateFormat = new Intl.DateTimeFormat(locale, { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
const timeFormat = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
const longFormat = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
const numberFormat = new Intl.NumberFormat(locale)
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const longDateFormat = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' })
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const collator = new Intl.Collator('nb', { numeric: true })

/** `24.03.2026` */
export const formatDate = (iso: string): string => dateFormat.format(new Date(iso))

/** `14:05` */
export const formatTime = (iso: string): string => timeFormat.format(new Date(iso))

/** `24.03.2026 14:05` */
export const formatDateTime = (iso: string): string => `${formatDate(iso)} ${formatTime(iso)}`

/** Converts milliseconds since 1970 to ISO 8601 text in UTC. */
export const instantText = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Converts ISO 8601 text to milliseconds since 1970, to sort by. */
export const millisecondsOf = (iso: string): number => Date.parse(iso)

/** Norwegian local time, in the format of forms: `2026-03-24T14:05`. */
export const formatClock = (iso: string): string => `${osloDay(iso)}T${formatTime(iso)}`

/** `24. mars 2026 kl. 14:05` */
export const formatLongDateTime = (iso: string): string => longFormat.format(new Date(iso))

/** The day of an instant in words: `24. mars 2026`. */
export const formatLongDate = (iso: string): string => longDateFormat.format(new Date(iso))

/** `10 000` */
export const formatNumber = (value: number): string => numberFormat.format(value)

/** Hundredths with two decimals: 123450 → `1 234,50`. */
export const formatHundredths = (hundredths: number): string => twoDecimals.format(hundredths / 100)

/** `1 kunde`, `1 200 kunder` */
export const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** An amount in øre as kroner: 123450 → `1 234,50 kr`, on one line. */
export const formatOre = (ore: number): string => `${formatHundredths(ore)}\u00a0kr`

/** A percentage with as many decimals as it has: `12,5 %`. */
export const formatPercent = (percent: number): string => `${numberFormat.format(percent)}\u00a0%`

/** A calendar day (`YYYY-MM-DD`) in words: `24. mars 2026`. */
export const formatDayInWords = (day: string): string => longDateFormat.format(new Date(`${day}T12:00:00Z`))

/** Hundredths of a percent with one decimal, without a percent sign: 3333 → `33,3`. */
export const formatMargin = (hundredths: number): string => oneDecimal.format(hundredths / 100)

/** Hundredths (such as øre) as users type them: 123450 → `1234,50`. */
export const typedDecimal = (hundredths: number): string => (hundredths / 100).toFixed(2).replace('.', ',')

/** A number of bytes: 12 345 678 → `12,3 MB`. */
export const formatBytes = (bytes: number): string => `${oneDecimal.format(bytes / 1_000_000)}\u00a0MB`

/** An amount in millions with one decimal: 47 119 000 → `47,1`. */
export const formatMillions = (amount: number): string => oneDecimal.format(amount / 1_000_000)

const relativeSteps = [
  { unit: 'year', seconds: 31_556_952 },
  { unit: 'month', seconds: 2_629_746 },
  { unit: 'week', seconds: 604_800 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** `for 2 timer siden`; under a minute `nå nettopp`. `now` in milliseconds since 1970. */
export const formatRelative = (iso: string, now: number): string => {
  const seconds = (Date.parse(iso) - now) / 1000
  const step = relativeSteps.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  return step ? relativeFormat.format(Math.trunc(seconds / step.seconds), step.unit) : 'nå nettopp'
}

/**
 * A written phone number as the address of a link: `22 33 44 55` → `tel:+4722334455`. Numbers without a country code are Norwegian. Returns
 * null if the text isn't exactly one number.
 */
export const telAddress = (phone: string): string | null => {
  const number = phone.replaceAll(/[\s\u00a0().-]/g, '').replace(/^00/, '+')
  if (/^\+\d{5,15}$/.test(number)) return `tel:${number}`
  return /^(?:\d{5}|\d{8})$/.test(number) ? `tel:+47${number}` : null
}

/** Compares texts in Norwegian alphabetical order (… z æ ø å). */
export const compareText = (a: string, b: string): number => collator.compare(a, b)
