import { Popover } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** The floating panel of a `Popover.Root`, clear of the window's edges. */
export function PopoverPanel({ className, ...props }: ComponentProps<typeof Popover.Content>) {
  return (
    <Popover.Portal>
      <Popover.Content
        sideOffset={4}
        collisionPadding={8}
        className={cx('z-50 rounded-md border border-border bg-surface text-ink shadow-float', className)}
        {...props}
      />
    </Popover.Portal>
  )
}
