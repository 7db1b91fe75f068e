import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { PlusIcon } from './icons.tsx'

/** The primary button of a list: creates a new item. */
export function AddButton({ children, ...props }: Omit<ComponentProps<typeof Button>, 'variant' | 'asChild'>) {
  return (
    <Button {...props} variant="primary">
      <PlusIcon className="size-4 shrink-0 max-[24rem]:hidden" /> {children}
    </Button>
  )
}
