import { languageCookie, siteLanguages } from '@kontor/contract/site/site.rules'
import { useLanguage, useTexts } from '../../platform/i18n.tsx'
import { cookieBannerTexts } from '../texts/cookie-banner-texts.ts'
import { siteTexts } from '../texts/shell-texts.ts'
import { BookDemoLink } from './book-demo-link.tsx'
import { HomeLink, Menu, MenuLabel, SkipLink } from './header-links.tsx'

/** Two buttons in a form that loads the same page in the other language. The head script keeps the visitor's input. */
function LanguageSwitch() {
  const { language } = useLanguage()
  const { languages } = useTexts(siteTexts)
  return (
    <form>
      <fieldset className="flex items-center">
        <legend className="sr-only">{languages}</legend>
        {siteLanguages.map((one) => (
          <button
            key={one}
            type="submit"
            name={languageCookie}
            value={one}
            aria-pressed={one === language}
            className="language-option"
          >
            {one.toUpperCase()}
          </button>
        ))}
      </fieldset>
    </form>
  )
}

/** Lets keyboard users skip to the cookie banner, which comes last in the page. */
function CookieSkipLink() {
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

/** The narrow menu opens and closes without scripts. The head script closes it after a choice. */
function NarrowMenu({ page }: { page: string }) {
  return (
    <details data-menu className="group lg:hidden print:hidden">
      <summary className="flex min-h-11 list-none items-center gap-3 px-2 font-semibold text-small [&::-webkit-details-marker]:hidden">
        <MenuLabel />
        <svg viewBox="0 0 20 14" fill="none" aria-hidden="true" className="w-5 stroke-current" strokeWidth="2">
          <path d="M1 3.5h18M1 10.5h18" className="group-open:hidden" />
          <path d="m4 1 12 12M4 13 16 1" className="hidden group-open:block" />
        </svg>
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100svh-4.5rem)] overflow-y-auto border-rule border-b bg-paper floating">
        <div className="frame py-4">
          <Menu page={page} className="menu-lines" />
          <div className="flex flex-wrap items-center justify-between gap-4 border-rule border-t pt-5 pb-3">
            <BookDemoLink className="action" />
            <LanguageSwitch />
          </div>
        </div>
      </div>
    </details>
  )
}

export function SiteHeader({ page }: { page: string }) {
  return (
    <>
      <SkipLink />
      <CookieSkipLink />
      <header className="sticky top-0 z-40 border-rule border-b bg-paper [--thread:var(--color-signal)] print:static">
        <div className="frame flex h-18 items-center justify-between gap-4">
          <HomeLink page={page} />
          <NarrowMenu page={page} />
          <div className="hidden items-center gap-2 lg:flex xl:gap-7 print:hidden">
            <Menu page={page} className="flex items-center xl:gap-2" />
            <LanguageSwitch />
            <BookDemoLink className="action min-h-11 px-4 text-small" />
          </div>
        </div>
      </header>
    </>
  )
}
