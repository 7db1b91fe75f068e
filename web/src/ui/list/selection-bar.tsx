import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { Button } from '../base/button.tsx'
import { CloseIcon } from '../base/icons.tsx'
import { bottomBar } from '../toast/bottom-bar.ts'

interface SelectionBarProps {
  readonly count: number
  readonly onClear: () => void
  readonly children: ReactNode
}

/** A bar that floats at the bottom of the screen while rows of a list are selected. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  // The bar unmounts together with its pressed button: move the focus to the list's select-all checkbox.
  useLayoutEffect(() => {
    const element = bar.current
    const freeBottom = bottomBar(element)
    return () => {
      freeBottom?.()
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('thead input')?.focus()
    }
  }, [])
  return (
    <div
      ref={bar}
      className="fixed inset-x-0 bottom-0 z-30 mx-auto flex flex-wrap items-center justify-end gap-1.5 border-rule border-t bg-surface p-3 sm:bottom-4 sm:w-fit sm:max-w-[calc(100vw-2rem)] sm:gap-2 sm:rounded-md sm:border sm:border-border/50 sm:py-2 sm:pl-4 sm:shadow-float"
    >
      <span className="whitespace-nowrap text-[0.8125rem] max-sm:mr-auto">{formatNumber(count)} valgt</span>
      <Button size="small" variant="quiet" onClick={onClear}>
        <CloseIcon className="size-4 lg:hidden" />
        <span className="max-lg:sr-only">Fjern valg</span>
      </Button>
      {children}
    </div>
  )
}
