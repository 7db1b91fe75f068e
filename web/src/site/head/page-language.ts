import { languageCookie, pathIn } from '@kontor/contract/site/site.rules'
import type { Language } from '../../platform/i18n.tsx'
import {
  cookieLanguage,
  documentLanguage,
  isPinnedToEnglish,
  rememberLanguage,
  storedLanguage,
  toLanguage,
} from './language-choice.ts'
import { currentPlace, type Place } from './page-place.ts'

const key = 'draft'

/** The state that a page passes to its version in the other language. */
export interface HandOver<Draft> extends Place {
  readonly draft: Draft
  /** True if the switch showed its focus, as it does after a key press but not after a click or tap. */
  readonly focusVisible: boolean
}

/** Maximum milliseconds for which a page about to be replaced stays hidden, even if something fails. */
const failSafeMs = 4000

const hide = (): void => {
  const { style } = document.documentElement
  style.visibility = 'hidden'
  setTimeout(() => {
    style.visibility = ''
  }, failSafeMs)
}

/** Returns the address of the page in a language. */
const addressIn = (language: Language): string => pathIn(language, location.pathname) + location.search

/** Loads the page in the visitor's chosen language, if the server didn't know the choice. */
export const applyStoredLanguage = (): void => {
  const preferred = storedLanguage()
  if (!preferred) return
  const sent = cookieLanguage()
  const isNewCookie = rememberLanguage(preferred) && sent !== preferred
  if (preferred === documentLanguage() || isPinnedToEnglish()) return
  // Can't loop: English has its own address, and Norwegian is requested only with a cookie that the server hasn't seen.
  if (preferred === 'no' && !isNewCookie) return
  hide()
  // Waits until this page is parsed, since browsers stop parsing a page about to be replaced. This page is needed if the other fails to load.
  addEventListener('DOMContentLoaded', () => location.replace(addressIn(preferred) + location.hash))
}

/**
 * Copies the language from the cookie to the storage. This isn't urgent, since the server has applied the cookie. Reading a cookie can be
 * slow in a busy browser.
 */
export const copyCookieToStorage = (): void => {
  const language = storedLanguage() ? null : cookieLanguage()
  if (language) rememberLanguage(language)
}

/**
 * Handles the form of the language switch without the browser's submit. Stores the choice even if cookies are refused, passes the result
 * of `collect` to the other page, and adds no history entry.
 */
export const answerLanguageSwitch = (collect: () => unknown): void =>
  addEventListener('submit', (event) => {
    const { submitter } = event
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== languageCookie) return
    const chosen = toLanguage(submitter.value)
    if (!chosen) return
    event.preventDefault()
    rememberLanguage(chosen)
    if (chosen === documentLanguage()) return
    try {
      const focusVisible = submitter.matches(':focus-visible')
      sessionStorage.setItem(key, JSON.stringify({ ...currentPlace(), draft: collect(), focusVisible }))
    } catch {
      // Storage is refused: the new page starts empty.
    }
    location.replace(addressIn(chosen))
  })

/** Returns and removes the state that the page in the other language passed on; null if the visitor comes from elsewhere. */
export const takeHandOver = <Draft>(): HandOver<Draft> | null => {
  try {
    const stored = sessionStorage.getItem(key) ?? 'null'
    sessionStorage.removeItem(key)
    return JSON.parse(stored)
  } catch {
    return null
  }
}

/** Focuses the language switch that is visible. On a narrow screen, opens the menu that contains it. */
export const focusLanguageSwitch = (focusVisible: boolean): void => {
  for (const button of document.querySelectorAll<HTMLElement>(`[name=${languageCookie}][aria-pressed=true]`)) {
    const menu = button.closest('details')
    if (menu?.checkVisibility()) menu.open = true
    button.focus({ preventScroll: true, focusVisible })
  }
}
