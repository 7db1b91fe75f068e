import { useHomePath, useSitePath, useTexts } from '../../platform/i18n.tsx'
import { headerTexts } from '../texts/header-texts.ts'
import { useAnchor } from './use-anchor.ts'
import { Wordmark } from './wordmark.tsx'

/** The menu's entries, with their section of the home page and their own page, if any. There are no courses yet. */
const entries = [
  ['home', 'hero', null],
  ['products', 'products', '/produkter'],
  ['services', 'services', '/tjenester'],
  ['about', 'about', '/om-oss'],
  ['webinars', 'webinar-registration', null],
  ['courses', null, null],
  ['contact', 'contact', '/kontakt'],
] as const

interface OnPage {
  /** The page's id. */
  readonly page: string
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-sm bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
    >
      {useTexts(headerTexts).skipToContent}
    </a>
  )
}

export function HomeLink({ page }: OnPage) {
  const home = useHomePath()
  const anchor = useAnchor()
  const href = page === 'home' ? `#${anchor('hero')}` : home
  return (
    <a href={href} aria-label={useTexts(headerTexts).home} className="block py-2">
      <Wordmark />
    </a>
  )
}

/** The menu. Its entries link to sections of the home page; only the current page's own entry links to that page. */
export function Menu({ page, className }: OnPage & { readonly className: string }) {
  const texts = useTexts(headerTexts)
  const prefix = useSitePath('')
  const homePath = useHomePath()
  const home = page === 'home' ? '' : homePath
  const anchor = useAnchor()
  return (
    <nav aria-label={texts.navigation}>
      <ul className={className}>
        {entries.map(([id, section, path]) => (
          <li key={id}>
            {section ? (
              <a
                href={path && page === id ? prefix + path : `${home}#${anchor(section)}`}
                aria-current={page === id ? 'page' : undefined}
                className="menu-entry"
              >
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
