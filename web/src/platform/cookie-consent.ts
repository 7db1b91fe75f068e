/** The visitor's cookie choice, kept in browser storage and never sent. Also part of the head script. */

import { isRecord } from '@kontor/contract/shared/is-record'

const choiceKey = 'cookieConsent'
const dateKey = 'cookieConsentDate'
const validMonths = 6
/** Set on the document until the visitor has chosen; shows the banner. */
const askingClass = 'ask-consent'

export interface CookieChoice {
  readonly analytics: boolean
  readonly marketing: boolean
}

/** What is stored: the choice, its time and the version and hash of the text. */
export interface CookieConsent extends CookieChoice {
  readonly version: number
  /** SHA-256 of the text, in the language that was shown. */
  readonly hash: string
  /** ISO 8601, UTC. */
  readonly date: string
}

const toConsent = (value: unknown, date: string): CookieConsent | null => {
  if (!isRecord(value) || value.necessary !== true) return null
  const { analytics, marketing, version, hash } = value
  if (typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return null
  if (typeof version !== 'number' || typeof hash !== 'string') return null
  return { analytics, marketing, version, hash, date }
}

/** Compares ISO texts in UTC, which sort by time. Rejects future dates. */
const isRecent = (date: string): boolean => {
  const earliest = new Date()
  const day = earliest.getUTCDate()
  earliest.setUTCMonth(earliest.getUTCMonth() - validMonths)
  // The day overflowed into the next month: go back to the last day of the month.
  if (earliest.getUTCDate() !== day) earliest.setUTCDate(0)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(date) && date >= earliest.toISOString() && date <= new Date().toISOString()
}

/** The stored consent if valid: complete, at most six months old, for the text of `version`. Otherwise null. */
export const readConsent = (version: number): CookieConsent | null => {
  try {
    const date = localStorage.getItem(dateKey) ?? ''
    const consent = toConsent(JSON.parse(localStorage.getItem(choiceKey) ?? 'null'), date)
    return consent?.version === version && isRecent(date) ? consent : null
  } catch {
    // Storage is refused, or holds foreign data.
    return null
  }
}

export const storeConsent = ({ analytics, marketing }: CookieChoice, version: number, hash: string): void => {
  try {
    localStorage.setItem(choiceKey, JSON.stringify({ necessary: true, analytics, marketing, version, hash }))
    localStorage.setItem(dateKey, new Date().toISOString())
  } catch {
    // Storage is refused: the choice lasts for this page, and the next one asks again.
  }
}

export const clearConsent = (): void => {
  try {
    localStorage.removeItem(choiceKey)
    localStorage.removeItem(dateKey)
  } catch {
    // Nothing was stored then.
  }
}

export const setAsking = (asking: boolean): void => {
  document.documentElement.classList.toggle(askingClass, asking)
}
