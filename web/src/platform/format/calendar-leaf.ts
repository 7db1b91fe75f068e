import type { Language } from '../i18n.tsx'

const timeZone = 'Europe/Oslo'

const formats = (locale: string) => ({
  day: new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric' }),
  month: new Intl.DateTimeFormat(locale, { timeZone, month: 'short' }),
  weekday: new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long' }),
  time: new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }),
})

const byLanguage = {
  no: { ...formats('nb-NO'), at: 'kl.' },
  en: { ...formats('en-GB'), at: 'at' },
}

const numberIn = (text: string): string => text.replace(/\D/g, '')

/** Splits a moment into the parts of a wall calendar's leaf, in Norwegian time: `24`, `mars`, `tirsdag kl. 10:00`. */
export const formatCalendarLeaf = (iso: string, language: Language) => {
  const moment = new Date(iso)
  const { day, month, weekday, time, at } = byLanguage[language]
  return {
    day: numberIn(day.format(moment)),
    month: month.format(moment),
    weekdayAndTime: `${weekday.format(moment)} ${at} ${time.format(moment)}`,
  }
}
