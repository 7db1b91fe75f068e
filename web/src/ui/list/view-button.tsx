import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../base/button.tsx'
import { Tooltip } from '../base/tooltip.tsx'

interface ViewButtonProps extends Omit<ButtonProps, 'children' | 'aria-label' | 'size' | 'variant'> {
  readonly label: string
  readonly icon: ReactNode
}

/** A button next to a list's menu that changes how the list is shown. Its label is in a tooltip. */
export function ViewButton({ label, icon, ...props }: ViewButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        {...props}
        aria-label={label}
        className="w-9 px-0! aria-expanded:bg-fjord-tint aria-pressed:bg-fjord-tint"
      >
        {icon}
      </Button>
    </Tooltip>
  )
}
