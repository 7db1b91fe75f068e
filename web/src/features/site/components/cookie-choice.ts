import { siteTags } from '../../../content/company.ts'
import { consentVersion } from '../../../content/cookie-version.ts'
import { type CookieChoice, type CookieConsent, readConsent } from '../../../platform/cookie-consent.ts'
import { deleteDeclinedCookies } from '../../../platform/delete-cookies.ts'

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
