import type { ReactNode } from 'react'
import { headerTexts } from '../../../content/header-texts.ts'
import { useTexts } from '../../../platform/i18n.tsx'

interface ExternalLinkProps {
  readonly href: string
  readonly className: string
  readonly children: ReactNode
}

/** A link to another site, announced as opening in a new tab. */
export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  const { newTab } = useTexts(headerTexts)
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      <span>
        {children}
        <span aria-hidden="true">&nbsp;↗</span>
        <span className="sr-only"> ({newTab})</span>
      </span>
    </a>
  )
}
