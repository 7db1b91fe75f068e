import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import { cookieBannerTexts } from '../texts/cookie-banner-texts.ts'
import { cookieTexts } from '../texts/cookie-texts.ts'

/** Accepting and declining have equal weight: one style for both. */
const choiceButton =
  'min-h-13 rounded-sm bg-on-fjord px-2 font-semibold text-[1.0625rem] text-fjord-deep leading-tight transition-colors hover:bg-surface sm:px-5'

/**
 * Asks for consent. It is in every page. The head script shows it unless a valid choice is stored, and handles its buttons. It has its own
 * space at the end of the page. Above that space, it sticks to the window's bottom edge. So it never covers the page's last lines.
 */
export function CookieBanner() {
  const texts = { ...useTexts(cookieTexts), ...useTexts(cookieBannerTexts) }
  return (
    <section id="cookie-banner" tabIndex={-1} aria-label={texts.region} className="cookie-banner">
      <div className="frame grid items-center gap-x-12 gap-y-4 py-5 lg:grid-cols-12 lg:py-6">
        <div className="lg:col-span-6">
          <h2 className="font-semibold text-[1.0625rem] text-on-fjord">{texts.title}</h2>
          <p className="mt-1 max-w-[38em] text-small">
            {`${texts.text} `}
            <a
              href={useSitePath('/personvern')}
              className="whitespace-nowrap underline underline-offset-4 hover:text-on-fjord lg:block lg:w-fit"
            >
              {texts.privacy}
            </a>
          </p>
        </div>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:col-span-6">
          <button type="button" data-decides="all" className={choiceButton}>
            {texts.acceptAll}
          </button>
          <button type="button" data-decides="necessary" className={choiceButton}>
            {texts.necessaryOnly}
          </button>
          <button
            type="button"
            data-opens="cookie-customise"
            className="col-span-2 min-h-11 font-semibold text-on-fjord underline decoration-2 decoration-signal-on-fjord underline-offset-[7px] hover:decoration-4 sm:col-span-1 sm:min-h-13"
          >
            {texts.customise}
          </button>
        </div>
      </div>
    </section>
  )
}
