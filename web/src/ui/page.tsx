import type { ReactNode } from 'react'

/** The width and the margins of a screen's content. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-page px-4 pt-5 pb-16 sm:px-7">{children}</div>
}
