/** Milliseconds that a dismissed toast is kept before it is dropped. */
const removeDelayMs = 1_000_000

export interface ToastMessage {
  readonly title: string
  readonly description?: string
  readonly variant?: 'plain' | 'destructive'
}

export interface ToastState extends ToastMessage {
  readonly id: number
  readonly open: boolean
}

// One at a time: a new toast replaces the previous one.
let current: ToastState | null = null
let nextId = 1
let removalTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const setToast = (next: ToastState | null): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast, from anywhere. */
export const toast = (message: ToastMessage): void => {
  clearTimeout(removalTimer)
  setToast({ ...message, id: nextId++, open: true })
}

export const dismissToast = (id: number): void => {
  if (current?.id !== id || !current.open) return
  setToast({ ...current, open: false })
  removalTimer = setTimeout(() => setToast(null), removeDelayMs)
}

export const currentToast = (): ToastState | null => current

export const subscribeToToast = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
