import { useTexts } from '../../platform/i18n.tsx'
import { cookieBannerTexts } from '../texts/cookie-banner-texts.ts'

/** Lets keyboard users skip to the banner, which comes last in the page. */
export function CookieSkipLink() {
  const { skipTo } = useTexts(cookieBannerTexts)
  return (
    <a
      href="#cookie-banner"
      className="cookie-skip fixed top-2 left-2 z-50 -translate-y-24 rounded-sm bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
    >
      {skipTo}
    </a>
  )
}
