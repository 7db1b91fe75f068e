import { Popover } from 'radix-ui'
import { type ComponentProps, useState } from 'react'
import { cx } from './cx.ts'
import { isInterruption } from './interruption.ts'
import { confirmDiscard } from './unsaved.ts'
import { useUnsaved } from './use-unsaved.ts'

type PanelProps = ComponentProps<typeof Popover.Content>

/** The floating panel of a `Popover.Root`, clear of the window's edges. Stays open beneath a question. */
export function PopoverPanel({ className, onInteractOutside, ...props }: PanelProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        sideOffset={4}
        collisionPadding={8}
        className={cx('z-50 rounded-md border border-border bg-surface text-ink shadow-float', className)}
        onInteractOutside={(event) => {
          if (isInterruption(event.target)) event.preventDefault()
          else onInteractOutside?.(event)
        }}
        {...props}
      />
    </Popover.Portal>
  )
}

/** The state of a popover with fields: asks before closing discards what is typed. */
export const useFormPopover = (dirty: boolean, discard: () => void) => {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    discard()
  }
  useUnsaved({ dirty: open && dirty, working: false, discard: close })
  const onOpenChange = async (opens: boolean): Promise<void> => {
    if (opens) setOpen(true)
    else if (!dirty || (await confirmDiscard())) close()
  }
  return { open, close, onOpenChange }
}
