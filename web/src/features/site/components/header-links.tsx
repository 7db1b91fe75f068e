import { headerTexts } from '../../../content/header-texts.ts'
import { useHomePath, useTexts } from '../../../platform/i18n.tsx'
import { Wordmark } from './wordmark.tsx'

/** The menu's entries with their sections of the home page; there are no courses yet. */
const entries = [
  ['home', 'hero'],
  ['products', 'products'],
  ['services', 'services'],
  ['about', 'about'],
  ['webinars', 'webinar-registration'],
  ['courses', null],
  ['contact', 'contact'],
] as const

interface OnPage {
  readonly isHome: boolean
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-sm bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {useTexts(headerTexts).skipToContent}
    </a>
  )
}

export function HomeLink({ isHome }: OnPage) {
  const home = useHomePath()
  return (
    <a href={isHome ? '#hero' : home} aria-label={useTexts(headerTexts).home} className="block py-2">
      <Wordmark />
    </a>
  )
}

/** On the home page the entries link within the page, elsewhere to the home page. */
export function Menu({ isHome, className }: OnPage & { readonly className: string }) {
  const texts = useTexts(headerTexts)
  const home = useHomePath()
  return (
    <nav aria-label={texts.navigation}>
      <ul className={className}>
        {entries.map(([id, section]) => (
          <li key={id}>
            {section ? (
              <a href={`${isHome ? '' : home}#${section}`} className="menu-entry">
                {texts.entries[id]}
              </a>
            ) : (
              // A link without `href` goes nowhere and takes no focus.
              // biome-ignore lint/a11y/useValidAnchor: the page doesn't exist yet
              <a aria-disabled="true" role="link" className="menu-entry menu-entry-soon">
                {texts.entries[id]} <span>{texts.comingSoon}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function MenuLabel() {
  return useTexts(headerTexts).menu
}
