import type { KeyboardEvent } from 'react'

/**
 * Submits on Ctrl + Enter or ⌘ Enter in an element. For `onKeyDownCapture`, since selects, comboboxes and buttons would handle the key
 * first. A held key submits only once.
 */
export const onSubmitKey =
  (submit: (element: HTMLElement) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, ctrlKey, metaKey, repeat, nativeEvent, target, currentTarget } = event
    if (key !== 'Enter' || !(ctrlKey || metaKey) || nativeEvent.isComposing) return
    // Ignores keys from dialogs and lists that this element has opened: React events bubble through portals.
    if (!(target instanceof Node && currentTarget.contains(target))) return
    event.preventDefault()
    event.stopPropagation()
    if (!repeat) submit(currentTarget)
  }

/** Submits a form on Ctrl + Enter or ⌘ Enter, with the form's own validation and submit handler. */
export const submitFormByKey = onSubmitKey((element) => element instanceof HTMLFormElement && element.requestSubmit())
