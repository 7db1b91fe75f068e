import { createContext, type ReactNode, useContext } from 'react'

/** The markup of a document's static parts, by name. */
export type StaticParts = ReadonlyMap<string, string>

const StaticPartsContext = createContext<StaticParts>(new Map())

export const StaticPartsProvider = StaticPartsContext.Provider

export const readStaticParts = (source: ParentNode): StaticParts =>
  new Map(
    [...source.querySelectorAll<HTMLElement>('[data-static]')].map((part) => [
      part.dataset.static ?? '',
      part.innerHTML,
    ]),
  )

interface StaticPartProps {
  readonly name: string
  readonly className?: string
  /** Build only: write `{import.meta.env.SSR && <Something />}`, so that its code and texts stay out of the browser's bundle. */
  readonly children: ReactNode
}

/** A part of a page that only the build renders. The browser reuses the document's markup, in either language. */
export function StaticPart({ name, className, children }: StaticPartProps) {
  const parts = useContext(StaticPartsContext)
  if (import.meta.env.SSR) {
    return (
      <div data-static={name} className={className}>
        {children}
      </div>
    )
  }
  return (
    <div
      data-static={name}
      className={className}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the build rendered this markup
      dangerouslySetInnerHTML={{ __html: parts.get(name) ?? '' }}
      suppressHydrationWarning
    />
  )
}
