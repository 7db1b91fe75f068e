import { useSitePath, useTexts } from '../../platform/i18n.tsx'
import { useCompany } from '../../platform/site-content.ts'
import { footerTexts } from '../texts/footer-texts.ts'
import { headerTexts } from '../texts/header-texts.ts'

/** The footer's last line. There are no terms yet: their entry is disabled and marked as coming soon. */
export function FooterLegal({ page }: { page: string }) {
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
