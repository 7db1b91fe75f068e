import { onUnauthorized } from './api-client.ts'
import { createStore } from './store.ts'

/**
 * The panel's login state, in memory only: a reload shows the login view. `expired` keeps the screen's content until the user
 * logs in again.
 */
export type AdminSession =
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly auth: string }
  | { readonly state: 'expired' }

const session = createStore<AdminSession>({ state: 'out' })

onUnauthorized(() => {
  if (session.get().state === 'in') session.set({ state: 'expired' })
})

/** `auth` is the session's anti-forgery token, which imports send along. */
export const rememberAdminLogin = (auth: string): void => session.set({ state: 'in', auth })

export const forgetAdminLogin = (): void => session.set({ state: 'out' })

export const useAdminSession = session.use
