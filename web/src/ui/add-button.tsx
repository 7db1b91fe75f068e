import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { PlusIcon } from './icons.tsx'

/** Begins something new: the one button of a list that matters most. */
export function AddButton({ children, ...props }: Omit<ComponentProps<typeof Button>, 'variant' | 'asChild'>) {
  return (
    <Button {...props} variant="primary">
      <PlusIcon /> {children}
    </Button>
  )
}
