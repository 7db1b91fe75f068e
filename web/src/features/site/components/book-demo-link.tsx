import { languageTag } from '@kontor/contract/site/site.rules'
import { siteCompany } from '../../../content/company.ts'
import { bookDemo } from '../../../content/header-texts.ts'
import { ExternalLink } from './external-link.tsx'

/** Opens the booking page of another service in a new tab. Its label is Norwegian in both languages. */
export function BookDemoLink({ className }: { className: string }) {
  return (
    <ExternalLink href={siteCompany.bookingUrl} className={className}>
      <span lang={languageTag.no}>{bookDemo}</span>
    </ExternalLink>
  )
}
