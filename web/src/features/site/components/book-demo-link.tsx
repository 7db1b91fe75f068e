import { siteCompany } from '../../../content/company.ts'
import { bookDemo } from '../../../content/header-texts.ts'
import { ExternalLink } from './external-link.tsx'

/** Opens the booking page of another service in a new tab. Its label is Norwegian in both languages. */
export function BookDemoLink({ className }: { className: string }) {
  return (
    <ExternalLink href={siteCompany.bookingUrl} className={className}>
      <span lang="no">{bookDemo}</span>
    </ExternalLink>
  )
}
