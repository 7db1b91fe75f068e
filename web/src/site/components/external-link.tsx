import type { ReactNode } from 'react'
import { useTexts } from '../../platform/i18n.tsx'
import { headerTexts } from '../texts/header-texts.ts'

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
