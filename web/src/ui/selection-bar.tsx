import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../platform/format.ts'
import { Button } from './button.tsx'
import { CloseIcon } from './icons.tsx'

interface SelectionBarProps {
  readonly count: number
  readonly onClear: () => void
  readonly children: ReactNode
}

/** Shown above a list while rows are selected; at the bottom of the screen on phones. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  // The bar unmounts together with its pressed button: move the focus to the list's select-all checkbox.
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('thead input')?.focus()
    }
  }, [])
  return (
    <div
      ref={bar}
      className="ml-auto flex items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:flex-wrap max-sm:justify-end max-sm:gap-1.5 max-sm:border-rule max-sm:border-t max-sm:bg-surface max-sm:p-3"
    >
      <span className="whitespace-nowrap text-[0.8125rem] max-sm:mr-auto">{formatNumber(count)} valgt</span>
      <Button size="small" variant="quiet" onClick={onClear}>
        <CloseIcon className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Fjern valg</span>
      </Button>
      {children}
    </div>
  )
}
