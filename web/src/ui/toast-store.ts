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

// One at a time: a new toast takes the place of the one before.
let current: ToastState | null = null
let nextId = 1
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const set = (next: ToastState | null): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast, from anywhere. */
export const toast = (message: ToastMessage): void => {
  clearTimeout(removal)
  set({ ...message, id: nextId++, open: true })
}

export const dismissToast = (id: number): void => {
  if (current?.id !== id || !current.open) return
  set({ ...current, open: false })
  removal = setTimeout(() => set(null), removeDelayMs)
}

export const currentToast = (): ToastState | null => current

export const subscribeToToast = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
