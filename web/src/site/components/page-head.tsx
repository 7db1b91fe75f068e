import type { ReactNode } from 'react'

interface PageHeadProps {
  readonly title: string
  readonly lead: string
  readonly drawing?: { readonly src: string; readonly alt?: string; readonly width: number; readonly height: number }
  readonly children?: ReactNode
}

/** A subpage's title, lead and drawing. Narrow windows show the drawing below both, wider ones beside the lead, the widest beside both. */
export function PageHead({ title, lead, drawing, children }: PageHeadProps) {
  return (
    <div
      className={`frame grid gap-x-12 pt-16 pb-16 lg:grid-cols-12 lg:pt-20 lg:pb-24 ${drawing ? 'md:grid-cols-[1fr_16rem]' : ''}`}
    >
      <h1
        className={`max-w-[8.4em] self-end lg:-mr-8 font-bold text-display ${drawing ? 'md:col-span-2 lg:col-span-7' : 'lg:col-span-9'}`}
      >
        {title}
      </h1>
      <div className={`mt-8 ${drawing ? 'lg:col-span-7' : 'lg:col-span-9'}`}>
        <p className="max-w-[27.1em] text-lead">{lead}</p>
        {children && <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-4">{children}</div>}
      </div>
      {drawing && (
        <img
          src={drawing.src}
          alt={drawing.alt ?? ''}
          width={drawing.width}
          height={drawing.height}
          className="mt-8 h-auto w-full self-center rounded-md lg:col-span-5 lg:col-start-8 lg:row-span-2 lg:row-start-1 lg:mt-0"
        />
      )}
    </div>
  )
}
