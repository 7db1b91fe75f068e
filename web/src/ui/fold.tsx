import { type ReactNode, useEffect, useRef } from 'react'
import { ChevronDownIcon } from './icons.tsx'

interface FoldProps {
  readonly label: string
  readonly isOpenAtFirst?: boolean
  /** True if one of the fields inside has an error. */
  readonly hasProblem?: boolean
  readonly children: ReactNode
}

/** Folds fields away that most people leave as they are. Opens by itself for an error inside, which gets the focus if no other has it. */
export function Fold({ label, isOpenAtFirst = false, hasProblem = false, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!hasProblem || !details.current || details.current.open) return
    details.current.open = true
    if (document.activeElement?.matches('[aria-invalid]')) return
    details.current.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [hasProblem])
  return (
    <details ref={details} open={isOpenAtFirst} className="group border-rule border-t pt-3">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm py-1 font-medium text-[0.8125rem] [&::-webkit-details-marker]:hidden">
        <ChevronDownIcon className="size-4 -rotate-90 group-open:rotate-0" />
        {label}
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  )
}
