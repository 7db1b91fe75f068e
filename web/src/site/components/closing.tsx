import type { ReactNode } from 'react'

/** The dark section at the end of a page, with the visitor's next step. */
export function Closing({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="bg-fjord text-on-fjord [--color-focus:var(--color-signal-on-fjord)]">
      <div className="frame grid items-end gap-x-12 gap-y-8 py-20 lg:grid-cols-12 lg:py-24">
        <div className="lg:col-span-7">
          <h2 className="max-w-[10.6em] font-bold text-title">{title}</h2>
          {text && <p className="mt-5 max-w-[26em] text-lead text-on-fjord-soft">{text}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4 lg:col-span-5 lg:justify-end">{children}</div>
      </div>
    </section>
  )
}
