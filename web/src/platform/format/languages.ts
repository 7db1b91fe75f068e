/** Dates, amounts and numbers in the language of the page that a customer reads. Instants are shown in Oslo time. */

import type { SiteLanguage } from '@kontor/contract/site/site.rules'
import * as norwegian from '../format.ts'

const locale = 'en-GB'
const timeZone = 'Europe/Oslo'

const dayFormat = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' })
const momentFormat = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
const clockFormat = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
const numberFormat = new Intl.NumberFormat(locale)
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export interface Formats {
  /** A calendar day (`YYYY-MM-DD`): `24. mars 2026`, `24 March 2026`. */
  readonly day: (day: string) => string
  /** The day of an instant, in the same form. */
  readonly dayOf: (iso: string) => string
  /** `24. mars 2026 kl. 14:05`, `24 March 2026 at 14:05`. */
  readonly moment: (iso: string) => string
  /** `14:05`. */
  readonly clock: (iso: string) => string
  /** An amount in øre: `1 234,50 kr`, `NOK 1,234.50`; on one line. */
  readonly amount: (ore: number) => string
  readonly number: (value: number) => string
  /** `12,5 %`, `12.5%`. */
  readonly percent: (percent: number) => string
}

export const formatsIn: Readonly<Record<SiteLanguage, Formats>> = {
  no: {
    day: norwegian.formatDayInWords,
    dayOf: norwegian.formatLongDate,
    moment: norwegian.formatLongDateTime,
    clock: norwegian.formatTime,
    amount: norwegian.formatOre,
    number: norwegian.formatNumber,
    percent: norwegian.formatPercent,
  },
  en: {
    day: (day) => dayFormat.format(new Date(`${day}T12:00:00Z`)),
    dayOf: (iso) => dayFormat.format(new Date(iso)),
    moment: (iso) => momentFormat.format(new Date(iso)),
    clock: (iso) => clockFormat.format(new Date(iso)),
    amount: (ore) => `NOK\u00a0${twoDecimals.format(ore / 100)}`,
    number: (value) => numberFormat.format(value),
    percent: (percent) => `${numberFormat.format(percent)}%`,
  },
}
