/**
 * Runs in the head of every page, inlined, before anything is painted. It sees to it that the page has the visitor's
 * language and asks for consent to cookies where none is stored, and loads the page's scripts at the first sign that
 * somebody is about to do something, keeping what is done in the meantime.
 */
import { consentVersion } from '../content/cookie-version.ts'
import { clearConsent, readConsent, setAsking } from '../platform/cookie-consent.ts'
import { addLink } from './add-link.ts'
import { reloadIfChosenElsewhere } from './choices-elsewhere.ts'
import type { EarlyAction } from './early-input.ts'
import {
  cookieLanguage,
  documentLanguage,
  isPinnedToEnglish,
  rememberLanguage,
  storedLanguage,
  toLanguage,
} from './language-choice.ts'
import { closeNarrowMenu } from './narrow-menu.ts'
import { showTypeface } from './typeface.ts'
import { whenIdle } from './when-idle.ts'

const html = document.documentElement
const { entry = '', preload = '', font = '' } = document.currentScript?.dataset ?? {}
const guardKey = 'languageReload'
/** Whatever goes wrong, a hidden page is shown after this many milliseconds. */
const failSafeMs = 4000

const actions: EarlyAction[] = []
let loading = false
let failed = false

const load = (): void => {
  if (loading) return
  loading = true
  html.classList.remove('scripts-failed')
  const started: Promise<void> = import(/* @vite-ignore */ entry).then(({ start }) => start())
  started.catch(() => {
    loading = false
    failed = true
    // The visitor is told, and presses again: what was pressed before must not be sent by surprise later on.
    actions.length = 0
    html.classList.add('scripts-failed')
    reveal()
  })
}

const hide = (): void => {
  html.style.visibility = 'hidden'
  setTimeout(reveal, failSafeMs)
}

const reveal = (): void => {
  html.style.visibility = ''
}

const keepTap = (event: Event): void => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  const chosen = toLanguage(button?.value)
  if (!button || (button.type === 'submit' && !chosen)) return
  actions.push({ kind: 'tap', button })
  if (!chosen) return
  // A choice of language holds at once, even if the visitor leaves before the scripts are there.
  rememberLanguage(chosen)
  // The server would follow it as well. That is left for where the scripts cannot be had: it would cost what has been typed.
  if (!failed) event.preventDefault()
}

const keepSubmit = (event: SubmitEvent): void => {
  const { target: form, submitter } = event
  // The languages' own form, which the browser sends.
  if (!(form instanceof HTMLFormElement) || form.method === 'get') return
  event.preventDefault()
  actions.push({ kind: 'submit', form, submitter })
  load()
}

const intents = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'input', 'click', 'scroll', 'wheel']
const options = { capture: true, passive: true }

const listen = (): void => {
  for (const intent of intents) addEventListener(intent, load, options)
  addEventListener('click', keepTap, true)
  addEventListener('submit', keepSubmit, true)
}

const release = (): readonly EarlyAction[] => {
  for (const intent of intents) removeEventListener(intent, load, options)
  removeEventListener('click', keepTap, true)
  removeEventListener('submit', keepSubmit, true)
  return actions
}

/** How near the window's edge a section that needs data may come before it counts as wanted. */
const nearness = '400px'

/** Somebody with a tall window, or who came by a link into the page, sees such a section without moving. */
const loadWhenNear = (): void => {
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
    rootMargin: nearness,
  })
  for (const section of document.querySelectorAll('[data-needs-scripts]')) observer.observe(section)
}

const preloadScripts = (): void => {
  for (const href of preload.split(' ')) addLink({ rel: 'modulepreload', href })
}

/** A reload helps once per visit; where the session's storage is refused it could go on for ever, so there it never does. */
const mayReload = (): boolean => {
  try {
    if (sessionStorage.getItem(guardKey)) return false
    sessionStorage.setItem(guardKey, '1')
    return sessionStorage.getItem(guardKey) === '1'
  } catch {
    return false
  }
}

const allowReloadAgain = (): void => {
  try {
    sessionStorage.removeItem(guardKey)
  } catch {
    // Nothing was stored then.
  }
}

/** The server has gone by the cookie already. To read it can take a busy browser long, so that waits. */
const copyCookieBack = (): void => {
  const language = cookieLanguage()
  if (language) rememberLanguage(language)
}

const wanted = storedLanguage()
const cookieTaken = wanted ? rememberLanguage(wanted) : true
const wrong = wanted && wanted !== documentLanguage() && !isPinnedToEnglish() ? wanted : null

const consent = readConsent(consentVersion)
// What holds no longer is not kept.
if (!consent) clearConsent()
setAsking(!consent)
const typeface = showTypeface(font)
listen()
closeNarrowMenu()
reloadIfChosenElsewhere(() => storedLanguage() + JSON.stringify(readConsent(consentVersion)))
addEventListener('DOMContentLoaded', loadWhenNear)
window.earlyInput = { renderIn: wrong, release, reveal }
if (wrong) {
  hide()
  if (cookieTaken && mayReload()) location.reload()
  else load()
} else {
  if (wanted) allowReloadAgain()
  else void typeface.then(() => whenIdle(copyCookieBack))
  // Once the page, its pictures and its typeface are there and have been painted: nothing of ours competes with that.
  addEventListener('load', () => void typeface.then(() => whenIdle(preloadScripts)))
}
