import { siteCompany } from '../../../content/company.ts'
import { bookDemo, siteTexts } from '../../../content/site-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'

/** Opens the booking page of another service in a new tab. Its label is Norwegian in both languages. */
export function BookDemoLink({ className }: { className: string }) {
  const { newTab } = useTexts(siteTexts)
  return (
    <a href={siteCompany.bookingUrl} target="_blank" rel="noopener" className={className}>
      <span>
        <span lang="no">{bookDemo}</span>
        <span aria-hidden="true">&nbsp;↗</span>
      </span>
      <span className="sr-only">({newTab})</span>
    </a>
  )
}
