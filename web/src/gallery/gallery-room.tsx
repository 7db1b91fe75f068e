import type { ReactNode } from 'react'

export const doNothing = (): void => undefined

export const options = [
  { value: 'one', label: 'Første valg' },
  { value: 'two', label: 'Andre valg' },
]

export function Room({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 flex flex-col gap-4">
      <h2 className="font-semibold text-lg tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>
}
