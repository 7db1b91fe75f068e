import { createStore } from '../platform/store.ts'

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
const current = createStore<ToastState | null>(null)
let nextId = 1

/** Shows a toast, from anywhere. */
export const toast = (message: ToastMessage): void => current.set({ ...message, id: nextId++, open: true })

export const dismissToast = (id: number): void => {
  const shown = current.get()
  if (shown?.id === id) current.set({ ...shown, open: false })
}

/** The last toast, even after its dismissal; null if there was none. */
export const currentToast = current.get

export const useCurrentToast = current.use
