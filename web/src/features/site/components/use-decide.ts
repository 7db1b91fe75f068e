import { consentHashes, consentVersion } from '../../../content/cookie-version.ts'
import { type CookieChoice, setAsking, storeConsent } from '../../../platform/cookie-consent.ts'
import { type Language, useLanguage } from '../../../platform/i18n.tsx'
import { applyChoice } from './cookie-choice.ts'

/** The focused button disappears with the banner, so the focus moves to the page's content. */
const focusContent = (): void => {
  const main = document.querySelector('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

const decide = (choice: CookieChoice, language: Language): void => {
  storeConsent(choice, consentVersion, consentHashes[language])
  setAsking(false)
  applyChoice(choice)
  focusContent()
}

/** Stores the visitor's choice, made on the text in the current language, and applies it. */
export const useDecide = (): ((choice: CookieChoice) => void) => {
  const { language } = useLanguage()
  return (choice) => decide(choice, language)
}
