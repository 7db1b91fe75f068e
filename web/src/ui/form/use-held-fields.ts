import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect } from 'react'

const refuse = (event: Event | SyntheticEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

/** Keys that change nothing: they move the focus, close the dialog or, with a modifier, copy. */
const isHarmless = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Tab' || key === 'Escape' || ctrlKey || metaKey

/**
 * Blocks input in a form's fields while it is saved, without moving the focus: the form closes afterwards, so that later input would be
 * lost. Returns the form's handlers, which also get the events of its popups.
 */
export const useHeldFields = (form: RefObject<HTMLFormElement | null>, isHeld: boolean) => {
  // Listens to the native event: React's comes only with some kinds of input.
  useEffect(() => {
    const element = form.current
    if (!isHeld || !element) return
    element.addEventListener('beforeinput', refuse, { capture: true })
    return () => element.removeEventListener('beforeinput', refuse, { capture: true })
  }, [form, isHeld])
  if (!isHeld) return {}
  return {
    onKeyDownCapture: (event: KeyboardEvent) => void (isHarmless(event) || refuse(event)),
    onClickCapture: refuse,
    onPointerDownCapture: refuse,
  }
}
