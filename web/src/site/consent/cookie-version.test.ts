import { expect, test } from 'vitest'
import type { Language } from '../../platform/i18n.tsx'
import { cookieBannerTexts } from '../texts/cookie-banner-texts.ts'
import { cookieDialogTexts } from '../texts/cookie-dialog-texts.ts'
import { cookieTexts } from '../texts/cookie-texts.ts'
import { cookieCategories, cookies } from './cookie-list.ts'
import { consentVersion } from './cookie-version.ts'

/** All that somebody can read before they choose. */
const consentText = (language: Language): string => {
  const { title, text } = cookieBannerTexts[language]
  const { acceptAll, necessaryOnly, customise: customiseLabel } = cookieTexts[language]
  const { customise, reasons } = cookieDialogTexts[language]
  const categories = Object.entries(cookieCategories[language]).map((pair) => pair.join(': '))
  const stored = cookies.map(({ names, category, texts }) =>
    [names.join(', '), category, texts[language].purpose, texts[language].lifetime].join(' | '),
  )
  const lines = [title, text, acceptAll, necessaryOnly, customiseLabel, customise, reasons, categories, stored]
  return `${lines.flatMap((line) => (typeof line === 'string' ? line : Object.values(line))).join('\n')}\n`
}

/**
 * Consent was given on a text, and the visitor keeps its version: what was archived never changes. After a release a changed text
 * therefore needs the next number in `cookie-version.ts`, then `npx vitest run cookie-version --update`.
 */
test.each(['no', 'en'] as const)(
  'the text to which visitors consent is archived under its version (%s)',
  async (language) => {
    await expect(consentText(language)).toMatchFileSnapshot(`versions/${consentVersion}.${language}.txt`)
  },
)
