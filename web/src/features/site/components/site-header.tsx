import { siteLanguages } from '@kontor/contract/site/site.rules'
import { siteTexts } from '../../../content/site-texts.ts'
import { useHomePath, useLanguage, useTexts } from '../../../platform/i18n.tsx'
import { BookDemoLink } from './book-demo-link.tsx'
import { Wordmark } from './wordmark.tsx'

/** The entries of the menu, each with its section of the home page; there are no courses yet. */
const entries = [
  ['home', 'hero'],
  ['products', 'products'],
  ['services', 'services'],
  ['about', 'about'],
  ['webinars', 'webinar-registration'],
  ['courses', null],
  ['contact', 'contact'],
] as const

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

/** On the home page the entries lead to its own sections, from any other page to the home page's. */
function Entries({ base }: { base: string }) {
  const { navigation, comingSoon } = useTexts(siteTexts)
  return entries.map(([id, section]) => (
    <li key={id}>
      {section ? (
        <a href={`${base}#${section}`} className="menu-entry">
          {navigation[id]}
        </a>
      ) : (
        // A link without an address goes nowhere and takes no focus.
        // biome-ignore lint/a11y/useValidAnchor: the entry is there, its page is not
        <a aria-disabled="true" role="link" className="menu-entry menu-entry-soon">
          {navigation[id]} <span>{comingSoon}</span>
        </a>
      )}
    </li>
  ))
}

/** Opens and closes by itself; the script in the head closes it after a choice. */
function NarrowMenu({ base }: { base: string }) {
  const texts = useTexts(siteTexts)
  return (
    <details data-menu className="group lg:hidden">
      <summary className="flex min-h-11 list-none items-center gap-3 px-2 font-semibold text-small [&::-webkit-details-marker]:hidden">
        {texts.menu}
        <svg viewBox="0 0 20 14" fill="none" aria-hidden="true" className="w-5 stroke-current" strokeWidth="2">
          <path d="M1 3.500h18M1 10.500h18" className="group-open:hidden" />
          <path d="m4 1 12 12M4 13 16 1" className="hidden group-open:block" />
        </svg>
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100svh-4.5rem)] overflow-y-auto border-rule border-b bg-paper shadow-float">
        <nav aria-label={texts.mainNavigation} className="frame py-4">
          <ul className="divide-y divide-rule">
            <Entries base={base} />
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-4 pt-5 pb-3">
            <BookDemoLink className="action" />
            <LanguageSwitch />
          </div>
        </nav>
      </div>
    </details>
  )
}

export function SiteHeader({ isHome }: { isHome: boolean }) {
  const texts = useTexts(siteTexts)
  const home = useHomePath()
  const base = isHome ? '' : home
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-sm bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {texts.skipToContent}
      </a>
      <header className="sticky top-0 z-40 border-rule border-b bg-paper [--thread:var(--color-signal)] print:static">
        <div className="frame flex h-18 items-center justify-between gap-4">
          <a href={base || '#hero'} aria-label={texts.home} className="py-2">
            <Wordmark />
          </a>
          <NarrowMenu base={base} />
          <div className="hidden items-center gap-4 lg:flex xl:gap-7 print:hidden">
            <nav aria-label={texts.mainNavigation}>
              <ul className="flex items-center xl:gap-2">
                <Entries base={base} />
              </ul>
            </nav>
            <LanguageSwitch />
          </div>
        </div>
      </header>
    </>
  )
}
