import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface RowActionProps {
  /** What it does, in a word. */
  readonly text: string
  /** To which row, for those who do not see where it stands. */
  readonly of: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

/** What can be done with a row, as an icon with its word in a tooltip. */
export function RowAction({ text, of, icon, onClick }: RowActionProps) {
  return (
    <Tooltip text={text}>
      <Button variant="quiet" size="icon" aria-label={`${text} ${of}`} onClick={onClick}>
        {icon}
      </Button>
    </Tooltip>
  )
}
