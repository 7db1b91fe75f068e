import type { ReactNode } from 'react'

interface PageHeadProps {
  readonly title: string
  readonly lead: string
  readonly drawing?: { readonly src: string; readonly alt?: string; readonly width: number; readonly height: number }
  readonly children?: ReactNode
}

/** The title and lead of a subpage, beside its drawing. */
export function PageHead({ title, lead, drawing, children }: PageHeadProps) {
  return (
    <div className="frame grid items-center gap-x-12 gap-y-12 pt-16 pb-16 lg:grid-cols-12 lg:pt-20 lg:pb-24">
      <div className={drawing ? 'lg:col-span-7' : 'lg:col-span-9'}>
        <h1 className="max-w-[8.4em] lg:-mr-8 [overflow-wrap:break-word] font-bold text-display">{title}</h1>
        <p className="mt-8 max-w-[27.1em] text-lead">{lead}</p>
        {children && <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 sm:gap-x-8">{children}</div>}
      </div>
      {drawing && (
        <img
          src={drawing.src}
          alt={drawing.alt ?? ''}
          width={drawing.width}
          height={drawing.height}
          className="h-auto w-full max-w-[34rem] rounded-md lg:col-span-5"
        />
      )}
    </div>
  )
}
