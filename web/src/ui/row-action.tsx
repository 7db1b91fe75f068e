import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface RowActionProps {
  /** The action in one word. */
  readonly text: string
  /** Names the row, for screen readers. */
  readonly of: string
  readonly icon: ReactNode
  readonly onClick: () => void
}

/** A row action as an icon button with its text in a tooltip. */
export function RowAction({ text, of, icon, onClick }: RowActionProps) {
  return (
    <Tooltip text={text}>
      <Button variant="quiet" size="icon" aria-label={`${text} ${of}`} onClick={onClick}>
        {icon}
      </Button>
    </Tooltip>
  )
}
