import { useEffect } from 'react'
import { cookieTexts } from '../../../content/cookie-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { StaticPart } from '../../../platform/static-part.tsx'
import { CookieBannerText } from './cookie-banner-text.tsx'
import { applyChoice, currentConsent } from './cookie-choice.ts'
import { CookieDialogButton } from './cookie-dialog-button.tsx'
import { useDecide } from './use-decide.ts'

/** Accepting and declining have equal weight: one style for both. */
const choiceButton =
  'min-h-13 rounded-sm bg-on-fjord px-2 font-semibold text-[1.0625rem] text-fjord-deep leading-tight transition-colors hover:bg-surface sm:px-5'

/**
 * Asks for consent. It is in every page; the head script shows it unless a valid choice is stored. It has its own place at the
 * end of the page and sticks to the bottom of the window above that, so it never covers the page's last lines.
 */
export function CookieBanner() {
  const texts = useTexts(cookieTexts)
  const decide = useDecide()
  useEffect(() => {
    const consent = currentConsent()
    if (consent) applyChoice(consent)
  }, [])
  return (
    <section id="cookie-banner" tabIndex={-1} aria-label={texts.region} className="cookie-banner">
      <div className="frame grid items-center gap-x-12 gap-y-4 py-5 lg:grid-cols-12 lg:py-6">
        <StaticPart name="cookie-banner" className="lg:col-span-6">
          {import.meta.env.SSR && <CookieBannerText />}
        </StaticPart>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:col-span-6">
          <button type="button" className={choiceButton} onClick={() => decide({ analytics: true, marketing: true })}>
            {texts.acceptAll}
          </button>
          <button type="button" className={choiceButton} onClick={() => decide({ analytics: false, marketing: false })}>
            {texts.necessaryOnly}
          </button>
          <CookieDialogButton
            label={texts.customise}
            dialog="customise"
            className="col-span-2 min-h-11 font-semibold text-on-fjord underline decoration-2 decoration-signal-on-fjord underline-offset-[7px] hover:decoration-4 sm:col-span-1 sm:min-h-13"
          />
        </div>
      </div>
    </section>
  )
}
