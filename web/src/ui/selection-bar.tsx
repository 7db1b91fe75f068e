import type { ReactNode } from 'react'
import { formatNumber } from '../platform/format.ts'
import { Button } from './button.tsx'

interface SelectionBarProps {
  readonly count: number
  readonly onClear: () => void
  /** What can be done with the chosen rows. */
  readonly children: ReactNode
}

/** What stands over a list while rows are chosen; on a phone at the foot of the screen. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <div className="ml-auto flex items-center gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:justify-end max-sm:border-rule max-sm:border-t max-sm:bg-surface max-sm:p-3">
      <span className="text-[0.8125rem] max-sm:mr-auto">{formatNumber(count)} valgt</span>
      <Button size="small" variant="quiet" onClick={onClear}>
        Fjern valg
      </Button>
      {children}
    </div>
  )
}
