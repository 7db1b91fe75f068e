/** Keeps the visitor's cookie choice in browser storage, from where it is never sent. Part of the head script. */

import { isRecord } from '@kontor/contract/shared/is-record'

const choiceKey = 'cookieConsent'
const dateKey = 'cookieConsentDate'
const versionKey = 'cookieConsentVersion'
const validMonths = 6
/** The document's class that shows the banner, until the visitor has chosen. */
const askingClass = 'ask-consent'

export interface CookieChoice {
  readonly analytics: boolean
  readonly marketing: boolean
}

export interface CookieConsent extends CookieChoice {
  /** ISO 8601, UTC. */
  readonly date: string
}

const toConsent = (value: unknown, date: string): CookieConsent | null => {
  if (!isRecord(value) || value.necessary !== true) return null
  const { analytics, marketing } = value
  return typeof analytics === 'boolean' && typeof marketing === 'boolean' ? { analytics, marketing, date } : null
}

/** Returns true for a time in the last `validMonths`. Compares ISO texts in UTC, which sort by time. */
const isRecent = (date: string): boolean => {
  const earliest = new Date()
  const day = earliest.getUTCDate()
  earliest.setUTCMonth(earliest.getUTCMonth() - validMonths)
  // The day overflowed into the next month: use the last day of the month.
  if (earliest.getUTCDate() !== day) earliest.setUTCDate(0)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(date) && date >= earliest.toISOString() && date <= new Date().toISOString()
}

/**
 * Returns the stored consent if it is complete, at most six months old and given on the text of `version`; otherwise null. A consent
 * without a version counts as given on the first text.
 */
export const readConsent = (version: number): CookieConsent | null => {
  try {
    const date = localStorage.getItem(dateKey) ?? ''
    const isForText = (localStorage.getItem(versionKey) ?? '1') === String(version)
    return isForText && isRecent(date) ? toConsent(JSON.parse(localStorage.getItem(choiceKey) ?? 'null'), date) : null
  } catch {
    // Storage is refused, or contains something that the site did not write.
    return null
  }
}

export const storeConsent = ({ analytics, marketing }: CookieChoice, version: number): void => {
  try {
    localStorage.setItem(choiceKey, JSON.stringify({ necessary: true, analytics, marketing }))
    localStorage.setItem(dateKey, new Date().toISOString())
    localStorage.setItem(versionKey, String(version))
  } catch {
    // Storage is refused: the choice lasts for this page, and the next page asks again.
  }
}

export const clearConsent = (): void => {
  try {
    for (const key of [choiceKey, dateKey, versionKey]) localStorage.removeItem(key)
  } catch {
    // Storage is refused, so nothing was stored.
  }
}

export const setAsking = (asking: boolean): void => {
  document.documentElement.classList.toggle(askingClass, asking)
}
