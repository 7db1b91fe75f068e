import type { ReactNode } from 'react'

interface IslandProps {
  /** The island's name in `islands.tsx`. */
  readonly name: 'webinars' | 'contact' | 'toaster'
  readonly className?: string
  /** The part that the browser hydrates: the component of that name, without props. */
  readonly children: ReactNode
}

/** A part of a page that React runs in the browser. The rest of the page is HTML only. */
export function Island({ name, className, children }: IslandProps) {
  return (
    <div data-island={name} className={className}>
      {children}
    </div>
  )
}
