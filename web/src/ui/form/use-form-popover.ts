import { useState } from 'react'
import { confirmDiscard } from './unsaved.ts'
import { useUnsaved } from './use-unsaved.ts'

/** Keeps the state of a popover with fields. If closing it would discard typed input, asks first. */
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
