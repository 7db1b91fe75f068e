import { type RefObject, useLayoutEffect, useRef } from 'react'
import { createStore } from './store.ts'

/** A single key without Ctrl or Alt, and the label of its action on the current screen. */
export interface Shortcut {
  readonly key: string
  readonly label: string
  /** True if the key works only while a record is open; false if it works only while no record is open. */
  readonly inRecord: boolean
}

interface Entry extends Shortcut {
  /** The list that must have the focus for the key to work; null if the focus doesn't matter. */
  readonly within: RefObject<Element | null> | null
  readonly run: () => void
}

const storageKey = 'officeShortcuts'

const entries = createStore<readonly Entry[]>([])

const readEnabled = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    // Storage is refused: shortcuts are on until the user turns them off.
    return true
  }
}

const enabled = createStore(readEnabled())

/** Turns single-letter keys on or off, since they interfere with speech input (WCAG 2.1.4). Stores the choice in the browser. */
export const setShortcutsEnabled = (next: boolean): void => {
  enabled.set(next)
  try {
    localStorage.setItem(storageKey, next ? 'on' : 'off')
  } catch {
    // Storage is refused: the choice lasts until the user leaves the page.
  }
}

export const useShortcutsEnabled = enabled.use

/** Finds the open record. Its shortcuts replace those of the screen beneath. */
const findRecord = (): Element | null => document.querySelector('[data-record]')

const helpKey = '?'

const applies = ({ key, inRecord }: Shortcut, record: Element | null): boolean =>
  key === helpKey || inRecord === (record !== null)

/** Returns the shortcuts of the open record, or of the screen if no record is open, in the order of registration. */
export const useShortcuts = (): readonly Shortcut[] => {
  const all = entries.use()
  const record = findRecord()
  return all.filter((entry) => applies(entry, record))
}

export const textInputs =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]'
const openOverlays = '[role=dialog], [role=alertdialog], [role=listbox], [role=menu]'

/** Returns true for a key press that nothing has handled yet, without Ctrl, Alt or ⌘ and not part of a composed character. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)

/** Returns false while the user types text, with a modifier key, or if an overlay other than `topmost` is open. */
export const isShortcutPress = (event: KeyboardEvent, topmost: Element | null): boolean =>
  isPlainKey(event) &&
  !(event.target instanceof Element && event.target.closest(textInputs)) &&
  [...document.querySelectorAll(openOverlays)].every((overlay) => overlay === topmost || !overlay.checkVisibility())

/** Returns true if the entry needs no focus, or if the focus is in its list and not in a nested list. Lists are marked `data-rows`. */
const hasFocus = ({ within }: Entry): boolean =>
  within === null || (within.current !== null && document.activeElement?.closest('[data-rows]') === within.current)

const onKeyDown = (event: KeyboardEvent): void => {
  const record = findRecord()
  if (!isShortcutPress(event, record)) return
  // The last registration wins, since it is from the innermost part of the screen.
  const entry = entries.get().findLast((one) => one.key === event.key && applies(one, record) && hasFocus(one))
  if (!entry || !(enabled.get() || entry.key === helpKey)) return
  event.preventDefault()
  entry.run()
}

const add = (entry: Entry): (() => void) => {
  if (entries.get().length === 0) document.addEventListener('keydown', onKeyDown)
  entries.set([...entries.get(), entry])
  return () => {
    entries.set(entries.get().filter((other) => other !== entry))
    if (entries.get().length === 0) document.removeEventListener('keydown', onKeyDown)
  }
}

interface Place {
  readonly inRecord: boolean
  readonly within: RefObject<Element | null> | null
}

/**
 * Registers a key. Without `run`, the key does nothing and isn't listed. Uses layout effects, so that a key pressed right after rendering
 * acts on what is shown.
 */
const useEntry = (key: string, label: string, run: (() => void) | undefined, { inRecord, within }: Place): void => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  }, [run])
  const works = run !== undefined
  useLayoutEffect(
    () => (works ? add({ key, label, inRecord, within, run: () => latest.current?.() }) : undefined),
    [key, label, inRecord, within, works],
  )
}

/** Calls `run` on `key` while the component is mounted; `label` is for the list that `?` opens. */
export const useShortcut = (key: string, label: string, run: () => void): void =>
  useEntry(key, label, run, { inRecord: false, within: null })

/** Registers a shortcut that works while a record is open. */
export const useRecordShortcut = (key: string, label: string, run: () => void): void =>
  useEntry(key, label, run, { inRecord: true, within: null })

/** Registers a shortcut for the rows of a list. It works while the focus is in a row. */
export const useListShortcut = (
  key: string,
  label: string,
  run: (() => void) | undefined,
  within: RefObject<Element | null>,
): void => useEntry(key, label, run, { inRecord: false, within })
