import { whenIdle } from '../../platform/when-idle.ts'
import { consentVersion } from '../consent/cookie-version.ts'
import { startConsent } from '../consent/start-consent.ts'
import { readConsent } from '../consent/stored-consent.ts'
import { storedLanguage } from './language-choice.ts'
import {
  answerLanguageSwitch,
  applyStoredLanguage,
  copyCookieToStorage,
  focusLanguageSwitch,
  takeHandOver,
} from './page-language.ts'
import { scrollBack } from './page-place.ts'
import { addLink, showTypeface } from './typeface.ts'

/** Closes the narrow menu on a choice, Escape, a click outside or when it loses focus. The menu opens without a script. */
const autoCloseNarrowMenu = (): void => {
  const openMenu = () => document.querySelector<HTMLDetailsElement>('[data-menu][open]')
  // Ignores clicks by scripts, such as the one that restores the choice of a webinar.
  const closeOnClick = ({ target, isTrusted }: Event): void => {
    const menu = isTrusted && openMenu()
    if (menu && target instanceof Element && (!menu.contains(target) || target.closest('a[href]'))) menu.open = false
  }
  addEventListener('click', closeOnClick)
  addEventListener('focusin', ({ target }) => {
    const menu = openMenu()
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
  })
  addEventListener('keydown', ({ key }) => {
    const menu = openMenu()
    if (key !== 'Escape' || !menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

/**
 * Reloads a page restored from the back/forward cache if the visitor's choices have changed on another page. Otherwise the page would show
 * the old language, ask again for a given consent, or act on a withdrawn consent.
 */
const reloadIfChoicesChanged = (choices: () => string): void => {
  let choicesOnLeave = ''
  addEventListener('pagehide', () => {
    choicesOnLeave = choices()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && choices() !== choicesOnLeave) location.reload()
  })
}

/**
 * Does what every page does without React: language, cookie consent, typeface, menu. `collect` returns the state that the page passes on
 * when the language changes. Returns the state that was passed to this page, and a promise that resolves as `showTypeface` does.
 */
export const startPage = <Draft>({ font = '', tags = 'null', quiet }: DOMStringMap, collect: () => Draft | null) => {
  applyStoredLanguage()
  const applyConsent = startConsent(JSON.parse(tags), !quiet)
  const painted = showTypeface(font)
  const handOver = takeHandOver<Draft>()
  answerLanguageSwitch(collect)
  autoCloseNarrowMenu()
  reloadIfChoicesChanged(() => storedLanguage() + JSON.stringify(readConsent(consentVersion)))
  if (handOver) {
    addEventListener('DOMContentLoaded', () => {
      scrollBack(handOver)
      focusLanguageSwitch(handOver.focusVisible)
    })
  }
  void painted.then(() =>
    whenIdle(() => {
      // Added by script: as part of the document, it would be fetched before the first paint.
      addLink({ rel: 'manifest', href: '/site.webmanifest' })
      copyCookieToStorage()
      applyConsent()
    }),
  )
  return { handOver, painted }
}
