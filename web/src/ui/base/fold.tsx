import { type ReactNode, useEffect, useRef } from 'react'
import { ChevronDownIcon } from './icons.tsx'

interface FoldProps {
  readonly label: string
  readonly isOpenAtFirst?: boolean
  /** The form's errors. Whenever they change, the fold checks the fields inside for an error. */
  readonly errors: object
  readonly children: ReactNode
}

/** Folds away fields that most people leave unchanged. Opens by itself for an error inside, so that the form can focus it. */
export function Fold({ label, isOpenAtFirst = false, errors, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields draw the errors
  useEffect(() => {
    const fold = details.current
    if (fold?.querySelector('[aria-invalid]')) fold.open = true
  }, [errors])
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
