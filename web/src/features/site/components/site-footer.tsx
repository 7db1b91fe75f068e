import { company } from '@kontor/contract/shared/company'
import { siteTexts } from '../../../content/site-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'
import { Wordmark } from './wordmark.tsx'

export function SiteFooter() {
  const texts = useTexts(siteTexts)
  return (
    <footer className="bg-fjord-deep text-on-fjord-soft text-small [--color-focus:var(--color-signal-on-fjord)] [--thread:var(--color-signal-on-fjord)]">
      <div className="frame flex flex-col gap-8 py-12 md:flex-row md:items-end md:justify-between">
        <div className="text-on-fjord">
          <Wordmark />
        </div>
        <address className="grid gap-x-10 gap-y-1 not-italic sm:grid-cols-2">
          <span>
            {company.name}, {texts.organizationNumber} {company.organizationNumber}
          </span>
          <span>
            {company.street}, {company.postCode} {company.city}
          </span>
          <span>{texts.since}</span>
          <a href={`mailto:${company.email}`} className="underline underline-offset-4 hover:text-on-fjord">
            {company.email}
          </a>
        </address>
      </div>
    </footer>
  )
}
