/**
 * Inlined in the head of every page; runs before the first paint. Applies the visitor's language, asks for cookie consent
 * unless it is stored, and loads the page's scripts at the first sign of interaction, queueing clicks and submits until then.
 */
import { consentVersion } from '../content/cookie-version.ts'
import { clearConsent, readConsent, setAsking } from '../platform/cookie-consent.ts'
import { reloadIfChoicesChanged } from './choices-elsewhere.ts'
import type { EarlyAction } from './early-input.ts'
import {
  cookieLanguage,
  documentLanguage,
  isPinnedToEnglish,
  rememberLanguage,
  storedLanguage,
  toLanguage,
} from './language-choice.ts'
import { autoCloseNarrowMenu } from './narrow-menu.ts'
import { addLink, showTypeface } from './typeface.ts'
import { whenIdle } from './when-idle.ts'

const html = document.documentElement
const { entry = '', preload = '', font = '' } = document.currentScript?.dataset ?? {}
const reloadGuardKey = 'languageReload'
/** A hidden page is shown after this many milliseconds, whatever fails. */
const failSafeMs = 4000

const actions: EarlyAction[] = []
let loading = false
let failed = false

const loadScripts = (): void => {
  if (loading) return
  loading = true
  html.classList.remove('scripts-failed')
  const started: Promise<void> = import(/* @vite-ignore */ entry).then(({ start }) => start())
  started.catch(() => {
    loading = false
    failed = true
    // The page shows the failure, so the visitor tries again; replaying earlier clicks as well would be a surprise.
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

const queueClick = (event: Event): void => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  const chosen = toLanguage(button?.value)
  if (!button || (button.type === 'submit' && !chosen)) return
  actions.push({ kind: 'click', button })
  if (!chosen) return
  // Store the language at once, in case the visitor leaves before the scripts have loaded.
  rememberLanguage(chosen)
  // Submit the language form only if the scripts failed: the new page would lose what has been typed.
  if (!failed) event.preventDefault()
}

const queueSubmit = (event: SubmitEvent): void => {
  const { target: form, submitter } = event
  // The language form is submitted by the browser.
  if (!(form instanceof HTMLFormElement) || form.method === 'get') return
  event.preventDefault()
  actions.push({ kind: 'submit', form, submitter })
  loadScripts()
}

const intentEvents = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'click',
  'scroll',
  'wheel',
]
const listenerOptions = { capture: true, passive: true }

const listen = (): void => {
  for (const intent of intentEvents) addEventListener(intent, loadScripts, listenerOptions)
  addEventListener('click', queueClick, true)
  addEventListener('submit', queueSubmit, true)
}

const release = (): readonly EarlyAction[] => {
  for (const intent of intentEvents) removeEventListener(intent, loadScripts, listenerOptions)
  removeEventListener('click', queueClick, true)
  removeEventListener('submit', queueSubmit, true)
  return actions
}

/** Scripts are loaded when a section that needs data is this close to the viewport. */
const loadMargin = '400px'

/** A tall window or an anchor link shows such a section without any interaction. */
const loadWhenNear = (): void => {
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && loadScripts(),
    {
      rootMargin: loadMargin,
    },
  )
  for (const section of document.querySelectorAll('[data-needs-scripts]')) observer.observe(section)
}

const preloadScripts = (): void => {
  for (const href of preload.split(' ')) addLink({ rel: 'modulepreload', href })
}

/** Allows one reload per visit, and none where session storage is refused, since it could loop forever. */
const claimReload = (): boolean => {
  try {
    if (sessionStorage.getItem(reloadGuardKey)) return false
    sessionStorage.setItem(reloadGuardKey, '1')
    return sessionStorage.getItem(reloadGuardKey) === '1'
  } catch {
    return false
  }
}

const resetReloadGuard = (): void => {
  try {
    sessionStorage.removeItem(reloadGuardKey)
  } catch {
    // Nothing was stored then.
  }
}

/** Not urgent, as the server has already applied the cookie, and reading it can be slow in a busy browser. */
const copyCookieToStorage = (): void => {
  const language = cookieLanguage()
  if (language) rememberLanguage(language)
}

const preferred = storedLanguage()
const cookieAccepted = preferred ? rememberLanguage(preferred) : true
const renderIn = preferred && preferred !== documentLanguage() && !isPinnedToEnglish() ? preferred : null

const consent = readConsent(consentVersion)
// Delete an expired or outdated consent.
if (!consent) clearConsent()
setAsking(!consent)
const typeface = showTypeface(font)
listen()
autoCloseNarrowMenu()
reloadIfChoicesChanged(() => storedLanguage() + JSON.stringify(readConsent(consentVersion)))
addEventListener('DOMContentLoaded', loadWhenNear)
window.earlyInput = { renderIn, release, reveal }
if (renderIn) {
  hide()
  if (cookieAccepted && claimReload()) location.reload()
  else loadScripts()
} else {
  if (preferred) resetReloadGuard()
  else void typeface.then(() => whenIdle(copyCookieToStorage))
  // Not before the page, its images and its typeface have loaded and painted, so as not to compete with them.
  addEventListener('load', () => void typeface.then(() => whenIdle(preloadScripts)))
}
