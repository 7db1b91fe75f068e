import { Popover } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { isInterruption } from './interruption.ts'

type PanelProps = ComponentProps<typeof Popover.Content>

/** The floating panel of a `Popover.Root`, at a distance from the window's edges. Stays open while a question is shown above it. */
export function PopoverPanel({ className, onInteractOutside, ...props }: PanelProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        sideOffset={4}
        collisionPadding={8}
        className={cx(
          'z-50 max-w-[calc(100vw-1rem)] rounded-md border border-border bg-surface text-ink shadow-float',
          className,
        )}
        onInteractOutside={(event) => {
          if (isInterruption(event.target)) event.preventDefault()
          else onInteractOutside?.(event)
        }}
        {...props}
      />
    </Popover.Portal>
  )
}
