/** The visitor's choice of cookies. It lives in the browser's storage and is sent nowhere. Also part of the script in the head. */

const choiceKey = 'cookieConsent'
const dateKey = 'cookieConsentDate'
const monthsItHolds = 6
/** Set on the document while the visitor is to be asked; the banner shows by it. */
const askingClass = 'ask-consent'

export interface CookieChoice {
  readonly analytics: boolean
  readonly marketing: boolean
}

/** What is stored: the choice, the text that it was made on, and when. */
export interface CookieConsent extends CookieChoice {
  readonly version: number
  /** SHA-256 of the text, in the language that was shown. */
  readonly hash: string
  /** ISO 8601, UTC. */
  readonly date: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const toConsent = (value: unknown, date: string): CookieConsent | null => {
  if (!isRecord(value) || value.necessary !== true) return null
  const { analytics, marketing, version, hash } = value
  if (typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return null
  if (typeof version !== 'number' || typeof hash !== 'string') return null
  return { analytics, marketing, version, hash, date }
}

/** ISO texts in UTC sort by time. A moment that has not come is no moment of a choice. */
const isRecent = (date: string): boolean => {
  const earliest = new Date()
  const day = earliest.getUTCDate()
  earliest.setUTCMonth(earliest.getUTCMonth() - monthsItHolds)
  // A month that is too short for the day ends before it.
  if (earliest.getUTCDate() !== day) earliest.setUTCDate(0)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(date) && date >= earliest.toISOString() && date <= new Date().toISOString()
}

/** The stored consent while it holds: whole, at most six months old, given on the text of `version`. Else null. */
export const readConsent = (version: number): CookieConsent | null => {
  try {
    const date = localStorage.getItem(dateKey) ?? ''
    const consent = toConsent(JSON.parse(localStorage.getItem(choiceKey) ?? 'null'), date)
    return consent?.version === version && isRecent(date) ? consent : null
  } catch {
    // Storage is refused, or holds what nobody of ours wrote.
    return null
  }
}

export const storeConsent = ({ analytics, marketing }: CookieChoice, version: number, hash: string): void => {
  try {
    localStorage.setItem(choiceKey, JSON.stringify({ necessary: true, analytics, marketing, version, hash }))
    localStorage.setItem(dateKey, new Date().toISOString())
  } catch {
    // Storage is refused: the choice holds for this page, and the next one asks again.
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
