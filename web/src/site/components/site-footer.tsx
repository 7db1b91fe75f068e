import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import { useCompany } from '../../platform/site-content.ts'
import { cookieTexts } from '../texts/cookie-texts.ts'
import { footerTexts } from '../texts/footer-texts.ts'
import { headerTexts } from '../texts/header-texts.ts'
import { FooterLinks } from './footer-links.tsx'

/** The footer's last line. There are no terms yet: their entry is disabled and marked as coming soon. */
function FooterLegal({ page }: { page: string }) {
  const texts = useTexts(footerTexts)
  const company = useCompany()
  const { comingSoon } = useTexts(headerTexts)
  return (
    <ul className="flex flex-wrap items-center gap-x-6">
      <li className="w-full py-2 lg:w-auto">
        {company.name},{' '}
        <span className="whitespace-nowrap">
          {texts.organizationNumber} {company.organizationNumber}
        </span>
        . {texts.since}.
      </li>
      <li>
        <a
          href={useSitePath('/personvern')}
          aria-current={page === 'privacy' ? 'page' : undefined}
          className="inline-flex min-h-[2.75rem] items-center underline underline-offset-4 hover:text-on-fjord"
        >
          {texts.privacy}
        </a>
      </li>
      <li>
        {/* biome-ignore lint/a11y/useValidAnchor: the page doesn't exist yet */}
        <a aria-disabled="true" role="link" className="inline-flex min-h-[2.75rem] cursor-default items-center">
          {texts.terms} ({comingSoon.toLowerCase()})
        </a>
      </li>
    </ul>
  )
}

export function SiteFooter({ page }: { page: string }) {
  const { settings } = useTexts(cookieTexts)
  return (
    <footer className="bg-fjord-deep text-on-fjord-soft text-small [--color-focus:var(--color-signal-on-fjord)] [--thread:var(--color-signal-on-fjord)] print:hidden">
      <FooterLinks page={page} />
      <div className="frame">
        <div className="flex flex-wrap items-center gap-x-6 border-fjord-line border-t py-5">
          <FooterLegal page={page} />
          <button
            type="button"
            data-opens="cookie-settings"
            className="min-h-[2.75rem] underline underline-offset-4 hover:text-on-fjord noscript:hidden"
          >
            {settings}
          </button>
        </div>
      </div>
    </footer>
  )
}
