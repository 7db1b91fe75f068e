import { useEffect, useRef, useSyncExternalStore } from 'react'

/** One key without Ctrl or Alt, and what it does on the screen that is open. */
export interface Shortcut {
  readonly key: string
  readonly label: string
}

interface Entry extends Shortcut {
  readonly run: () => void
}

const storageKey = 'officeShortcuts'

let entries: readonly Entry[] = []
const listeners = new Set<() => void>()

const tell = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const readEnabled = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    // Storage is refused: the choice holds until the page is left.
    return true
  }
}

let enabled = readEnabled()

/** Keys of one letter get in the way of speech input, so they can be turned off (WCAG 2.1.4). Kept in the browser. */
export const setShortcutsEnabled = (next: boolean): void => {
  enabled = next
  try {
    localStorage.setItem(storageKey, next ? 'on' : 'off')
  } catch {
    // Storage is refused: see above.
  }
  tell()
}

export const useShortcutsEnabled = (): boolean => useSyncExternalStore(subscribe, () => enabled)

/** The shortcuts of the screen that is open, in the order they came. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => entries)

const takesText = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'
const openLayers = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

/** Where a letter is text, or something lies over the screen, a letter is no shortcut. */
const isFree = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) &&
  !(event.target instanceof Element && event.target.closest(takesText)) &&
  document.querySelector(openLayers) === null

const onKeyDown = (event: KeyboardEvent): void => {
  if (!isFree(event)) return
  // The last one: the innermost part of the screen that wants the key.
  const entry = entries.findLast(({ key }) => key === event.key)
  if (!entry || !(enabled || entry.key === '?')) return
  event.preventDefault()
  entry.run()
}

const add = (entry: Entry): (() => void) => {
  if (entries.length === 0) document.addEventListener('keydown', onKeyDown)
  entries = [...entries, entry]
  tell()
  return () => {
    entries = entries.filter((other) => other !== entry)
    if (entries.length === 0) document.removeEventListener('keydown', onKeyDown)
    tell()
  }
}

/** While the calling part of the screen is there, `key` does what `run` says; `label` stands in the list that `?` opens. */
export const useShortcut = (key: string, label: string, run: () => void): void => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  }, [run])
  useEffect(() => add({ key, label, run: () => latest.current() }), [key, label])
}
