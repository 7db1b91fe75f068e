import { whenIdle } from '../../platform/when-idle.ts'
import { consentVersion } from '../consent/cookie-version.ts'
import { startConsent } from '../consent/start-consent.ts'
import { readConsent } from '../consent/stored-consent.ts'
import { reloadIfChoicesChanged } from './choices-elsewhere.ts'
import { storedLanguage } from './language-choice.ts'
import { autoCloseNarrowMenu } from './narrow-menu.ts'
import {
  answerLanguageSwitch,
  applyStoredLanguage,
  copyCookieToStorage,
  focusLanguageSwitch,
  takeHandOver,
} from './page-language.ts'
import { scrollBack } from './page-place.ts'
import { addLink, showTypeface } from './typeface.ts'

/**
 * Does what every page does by itself, without React: language, cookie consent, typeface, menu. `collect` returns the state that the page
 * passes on when the language changes. Returns the state that was passed to this page, and a promise of the first paint.
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
