import { languageTag } from '@kontor/contract/site/site.rules'
import { mailAddress } from '../../platform/mail-address.ts'
import { useCompany } from '../../platform/site-content.ts'
import { bookDemo } from '../texts/header-texts.ts'
import { ExternalLink } from './external-link.tsx'

/** Opens another service's booking page in a new tab; without such a page, starts an e-mail. The label is Norwegian in both languages. */
export function BookDemoLink({ className }: { className: string }) {
  const { bookingUrl, email } = useCompany()
  const label = <span lang={languageTag.no}>{bookDemo}</span>
  return bookingUrl === null ? (
    <a href={mailAddress(email)} className={className}>
      {label}
    </a>
  ) : (
    <ExternalLink href={bookingUrl} className={className}>
      {label}
    </ExternalLink>
  )
}
