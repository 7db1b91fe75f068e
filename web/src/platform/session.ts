import { useSyncExternalStore } from 'react'
import { onUnauthorized } from './api-client.ts'

/**
 * The panel's login state, in memory only: a reload shows the login view. `expired` keeps the screen's content until the user
 * logs in again.
 */
export type AdminSession =
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly auth: string }
  | { readonly state: 'expired' }

let current: AdminSession = { state: 'out' }
const listeners = new Set<() => void>()

const set = (next: AdminSession): void => {
  current = next
  for (const listener of listeners) listener()
}

onUnauthorized(() => {
  if (current.state === 'in') set({ state: 'expired' })
})

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const expired = 'expired'

/** Navigation state for the login after a session has expired; the login returns to `from`. */
export const sentToLogin = (from: string) => ({ from, reason: expired })

/** Whether a navigation goes to the login because a session has expired. */
export const isSentToLogin = ({ state }: { readonly state: unknown }): boolean =>
  typeof state === 'object' && state !== null && 'reason' in state && state.reason === expired

/** `auth` is the session's anti-forgery token, which imports send along. */
export const rememberAdminLogin = (auth: string): void => set({ state: 'in', auth })

export const forgetAdminLogin = (): void => set({ state: 'out' })

export const useAdminSession = (): AdminSession => useSyncExternalStore(subscribe, () => current)
