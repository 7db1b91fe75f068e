import { createStore } from '../../platform/store.ts'

export interface ToastMessage {
  readonly title: string
  readonly description?: string
  readonly variant?: 'plain' | 'destructive'
  /** A button in the toast, also reached by Alt+Z. Such a toast stays for ten seconds. */
  readonly action?: ToastAction | undefined
}

export interface ToastAction {
  readonly label: string
  readonly run: () => void | Promise<void>
}

export interface ToastState extends ToastMessage {
  readonly id: number
  readonly open: boolean
}

/** The last toast, even after its dismissal; null before the first one. A new toast replaces the previous one. */
export const currentToast = createStore<ToastState | null>(null)
let nextId = 1

/** Shows a toast. Any code may call it, even outside React. */
export const toast = (message: ToastMessage): void => currentToast.set({ ...message, id: nextId++, open: true })

/** Shows a failure in a toast with a Norwegian title, for the office. */
export const toastFailure = (description: string, action?: ToastAction): void =>
  toast({ title: 'Feil', description, variant: 'destructive', action })

/** Dismisses the shown toast; with an id, only the toast with that id. */
export const dismissToast = (id?: number): void => {
  const shown = currentToast.get()
  if (shown && (id ?? shown.id) === shown.id) currentToast.set({ ...shown, open: false })
}
