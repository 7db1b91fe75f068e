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

/** Other sites are asked for anything only from here, and only after a yes. Where none is configured there is nothing to load. */
const loadTags = async (choice: CookieChoice): Promise<void> => {
  if (!(choice.analytics && siteTags.googleAnalytics) && !(choice.marketing && siteTags.metaPixel)) return
  const { startTags } = await import('../../../platform/tags.ts')
  startTags(siteTags, choice)
}

/** Carries out a choice: declined cookies go, also those that a tag of another tab has set since, and what was allowed starts. */
export const applyChoice = (choice: CookieChoice): void => {
  deleteDeclinedCookies(choice)
  // Without its tags the page is whole.
  loadTags(choice).catch(() => undefined)
}

/** What had the focus goes with the banner: the visitor goes on at the page's content. */
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

/** Stores the visitor's choice, made on the text in the language that is shown, and carries it out. */
export const useDecide = (): ((choice: CookieChoice) => void) => {
  const { language } = useLanguage()
  return (choice) => decide(choice, language)
}
