import { siteTags } from '../../../content/company.ts'
import { consentHashes, consentVersion } from '../../../content/cookie-version.ts'
import {
  type CookieChoice,
  type CookieConsent,
  readConsent,
  setAsking,
  storeConsent,
} from '../../../platform/cookie-consent.ts'
import { deleteDeclinedCookies } from '../../../platform/delete-cookies.ts'
import { type Language, useLanguage } from '../../../platform/i18n.tsx'

export const currentConsent = (): CookieConsent | null => readConsent(consentVersion)

/** The only code that contacts other sites, and only after consent. Loads nothing if no tag is configured. */
const loadTags = async (choice: CookieChoice): Promise<void> => {
  if (!(choice.analytics && siteTags.googleAnalytics) && !(choice.marketing && siteTags.metaPixel)) return
  const { startTags } = await import('../../../platform/tags.ts')
  startTags(siteTags, choice)
}

/** Applies a choice: deletes declined cookies, even those that another tab has set since, and starts the allowed tags. */
export const applyChoice = (choice: CookieChoice): void => {
  deleteDeclinedCookies(choice)
  // The page works without its tags.
  loadTags(choice).catch(() => undefined)
}

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
