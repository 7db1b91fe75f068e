import { siteLanguages } from '@kontor/contract/site/site.rules'
import { siteTexts } from '../../../content/site-texts.ts'
import { useHomePath, useLanguage, useTexts } from '../../../platform/i18n.tsx'
import { Wordmark } from './wordmark.tsx'

function LanguageSwitch() {
  const { language, setLanguage } = useLanguage()
  const { languages } = useTexts(siteTexts)
  return (
    <fieldset className="flex items-center divide-x divide-rule">
      <legend className="sr-only">{languages}</legend>
      {siteLanguages.map((option) => (
        <button
          key={option}
          type="button"
          data-language={option}
          aria-pressed={option === language}
          onClick={() => setLanguage(option)}
          className="grid min-h-11 min-w-11 place-items-center px-2 font-medium text-small text-soft underline-offset-[6px] hover:text-ink hover:underline aria-pressed:font-bold aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-2 aria-pressed:decoration-signal"
        >
          {option.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}

/** On the home page the links lead to its own sections, from any other page to the home page's. */
export function SiteHeader({ isHome }: { isHome: boolean }) {
  const texts = useTexts(siteTexts)
  const home = useHomePath()
  const base = isHome ? '' : home
  const sections = [
    { href: `${base}#intro`, label: texts.work },
    { href: `${base}#contact`, label: texts.contact },
  ]
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-sm bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {texts.skipToContent}
      </a>
      <header className="sticky top-0 z-40 border-rule border-b bg-paper [--thread:var(--color-signal)]">
        <div className="frame flex h-18 items-center justify-between gap-4">
          <a href={base || '#hero'} aria-label={texts.home} className="py-2">
            <Wordmark />
          </a>
          <div className="flex items-center gap-1 sm:gap-6">
            <nav aria-label={texts.mainNavigation} className="flex items-center sm:gap-4">
              {sections.map(({ href, label }, index) => (
                <a
                  key={label}
                  href={href}
                  className={`min-h-11 items-center px-2 font-medium text-small underline-offset-[6px] hover:underline hover:decoration-2 hover:decoration-signal ${index === 0 ? 'hidden sm:flex' : 'flex'}`}
                >
                  {label}
                </a>
              ))}
            </nav>
            <LanguageSwitch />
          </div>
        </div>
      </header>
    </>
  )
}
