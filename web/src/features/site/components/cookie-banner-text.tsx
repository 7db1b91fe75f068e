import { cookieBannerTexts } from '../../../content/cookie-banner-texts.ts'
import { useSitePath, useTexts } from '../../../platform/i18n.tsx'

/** The banner's text; rendered by the build only. */
export function CookieBannerText() {
  const texts = useTexts(cookieBannerTexts)
  const privacy = useSitePath('/personvern')
  return (
    <>
      <h2 className="font-semibold text-on-fjord">{texts.title}</h2>
      <p className="mt-1 max-w-[38em] text-small">
        {`${texts.text} `}
        <a
          href={privacy}
          className="whitespace-nowrap underline underline-offset-4 hover:text-on-fjord lg:block lg:w-fit"
        >
          {texts.privacy}
        </a>
      </p>
    </>
  )
}
