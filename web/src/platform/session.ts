import { useSyncExternalStore } from 'react'
import { onUnauthorized } from './api-client.ts'

/**
 * What the panel remembers of its login: in memory only, so a reload shows the login view. `expired` keeps what was on the
 * screen until the password is given again.
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

/** The state of the navigation to the login after a session has expired; `from` is where the login leads back to. */
export const sentToLogin = (from: string) => ({ from, because: expired })

/** Whether a navigation leads to the login since a session has expired. */
export const isSentToLogin = ({ state }: { readonly state: unknown }): boolean =>
  typeof state === 'object' && state !== null && 'because' in state && state.because === expired

/** `auth` is the session's anti-forgery token, needed where a call cannot send the cookie's proof by itself. */
export const rememberAdminLogin = (auth: string): void => set({ state: 'in', auth })

export const forgetAdminLogin = (): void => set({ state: 'out' })

export const useAdminSession = (): AdminSession => useSyncExternalStore(subscribe, () => current)
